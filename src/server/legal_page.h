/* The operator's own texts: privacy notice and imprint, from files.
 *
 * A file is plain text in UTF-8: blank lines separate paragraphs, a line that begins with "# " is a
 * heading. Nothing in it is taken for HTML. If `privacy.de.txt` stands beside `privacy.txt`, German
 * readers get it. The files are read once, at the start. */
#ifndef SERVER_LEGAL_PAGE_H
#define SERVER_LEGAL_PAGE_H

#include "base/buffer.h"
#include "net/net.h"

enum legal_kind { LEGAL_PRIVACY, LEGAL_IMPRINT, LEGAL_KINDS };

/* English, German: both from one file if there is no second; empty: there is no such page. */
struct legal_page {
    struct buffer html[2];
};

/* `path` may be null: there is no such page. False with the reason in `why` if a file cannot be read,
 * is longer than 64 KiB, or is not text. */
bool legal_page_open(struct legal_page *page, enum legal_kind kind, const char *path, char *why,
                     size_t why_size);
void legal_page_close(struct legal_page *page);

bool legal_page_is_there(const struct legal_page *page);

/* The route; context is a struct legal_page that is there. `?lang=de` wins over Accept-Language. */
void legal_page_answer(void *context, struct net_request *request);

/* For the head of the start page: tells its script which of the two exist. */
const char *legal_links(const struct legal_page pages[LEGAL_KINDS]);

/* The paragraphs and headings of a text as HTML. */
enum buffer_err legal_write(struct buffer *out, const char *text, size_t len);

#endif
