/* Boards of up to 128 cells, among them the cube. */
#define VCF_WORDS 2
#define VCF_KERNEL vcf_small
#include "engine/vcf_body.h"
