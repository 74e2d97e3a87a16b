#include "net/fetch_tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>

static bool trust_load(SSL_CTX *context, const struct fetch_trust *trust, char *why)
{
    if (trust->certificate_path) /* compared by fetch_tls_check */
        return true;
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (!trust->ca_path)
        return SSL_CTX_set_default_verify_paths(context) == 1;
    /* Every certificate of the file is trusted as it is, also one that another has signed. */
    (void)X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), X509_V_FLAG_PARTIAL_CHAIN);
    if (SSL_CTX_load_verify_file(context, trust->ca_path) == 1)
        return true;
    (void)snprintf(why, FETCH_WHY_SIZE, "%s holds no certificates that can be read",
                   trust->ca_path);
    return false;
}

/* The certificate must be issued to the host of the URL, a name or an address. */
static bool host_expect(SSL *ssl, const char *host)
{
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1)
        return true;
    return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

static BIO *bio_make(SSL_CTX *context, int fd, const char *host)
{
    BIO *bio = BIO_new_ssl(context, 1);
    SSL *ssl = NULL;
    if (bio && BIO_get_ssl(bio, &ssl) == 1 && SSL_set_fd(ssl, fd) == 1 && host_expect(ssl, host))
        return bio;
    BIO_free_all(bio);
    return NULL;
}

BIO *fetch_tls_open(int fd, const struct fetch_url *url, const struct fetch_trust *trust,
                    char why[FETCH_WHY_SIZE])
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    BIO *bio = NULL;
    (void)snprintf(why, FETCH_WHY_SIZE, "TLS cannot be set up");
    if (context && SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
        trust_load(context, trust, why)) {
        SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
        bio = bio_make(context, fd, url->host);
    }
    SSL_CTX_free(context); /* the BIO keeps it as long as it needs it */
    return bio;
}

/* The reason of the last error, without OpenSSL's numbers. */
static void error_write(char why[FETCH_WHY_SIZE])
{
    const char *reason = ERR_reason_error_string(ERR_peek_last_error());
    (void)snprintf(why, FETCH_WHY_SIZE, "the TLS handshake failed%s%s", reason ? ": " : "",
                   reason ? reason : "");
}

static X509 *certificate_read(const char *path)
{
    BIO *file = BIO_new_file(path, "r");
    X509 *certificate = file ? PEM_read_bio_X509(file, NULL, NULL, NULL) : NULL;
    BIO_free(file);
    return certificate;
}

/* The server must show the first certificate of the file. */
static bool certificate_compare(const X509 *shown, const char *path, char why[FETCH_WHY_SIZE])
{
    X509 *wanted = certificate_read(path);
    bool is_same = wanted && X509_cmp(shown, wanted) == 0;
    bool is_valid =
        X509_cmp_timeframe(NULL, X509_get0_notBefore(shown), X509_get0_notAfter(shown)) == 0;
    X509_free(wanted);
    if (!wanted)
        (void)snprintf(why, FETCH_WHY_SIZE, "%s holds no certificate that can be read", path);
    else if (!is_same)
        (void)snprintf(why, FETCH_WHY_SIZE,
                       "it does not show the certificate in %s (restart it if that was renewed)",
                       path);
    else if (!is_valid)
        (void)snprintf(why, FETCH_WHY_SIZE, "the certificate in %s is not valid today", path);
    return is_same && is_valid;
}

enum fetch_tls fetch_tls_check(BIO *bio, const struct fetch_trust *trust, char why[FETCH_WHY_SIZE])
{
    SSL *ssl = NULL;
    (void)BIO_get_ssl(bio, &ssl);
    long verified = SSL_get_verify_result(ssl);
    if (!trust->certificate_path && verified != X509_V_OK) {
        (void)snprintf(why, FETCH_WHY_SIZE, "%s", X509_verify_cert_error_string(verified));
        return FETCH_TLS_UNTRUSTED;
    }
    if (!SSL_is_init_finished(ssl)) {
        error_write(why);
        return FETCH_TLS_FAILED;
    }
    return !trust->certificate_path ||
                   certificate_compare(SSL_get0_peer_certificate(ssl), trust->certificate_path, why)
               ? FETCH_TLS_OK
               : FETCH_TLS_UNTRUSTED;
}
