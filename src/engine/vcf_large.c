#define VCF_WORDS 4
#define VCF_KERNEL vcf_large
#include "engine/vcf_body.h"
