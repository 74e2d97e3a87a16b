#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include "net/conn.h"

/*
 * OpenSSL reads from `in`, the bytes of the one recv that is being handled, and all of them are used up
 * before the next: no record waits inside OpenSSL without the event loop knowing. Records go straight to
 * the kernel; what it does not take is appended to `unsent`. That holds at most one record of data,
 * because output.c writes nothing while it is not empty, and the messages of a handshake.
 */
struct tls {
    SSL *ssl;
    const uint8_t *in;
    size_t in_len;
    struct buffer unsent;
    bool is_broken; /* OpenSSL must not be called again */
};

enum { RECORD_MAX = 16 * 1024, UNSENT_MAX = 4 * RECORD_MAX };

static int bio_read(BIO *bio, char *into, int size)
{
    const struct conn *conn = BIO_get_data(bio);
    struct tls *tls = conn->tls;
    size_t len = (size_t)size < tls->in_len ? (size_t)size : tls->in_len;
    BIO_clear_retry_flags(bio);
    if (len == 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    memcpy(into, tls->in, len);
    tls->in += len;
    tls->in_len -= len;
    return (int)len;
}

/* How many bytes the kernel took, 0 if it is full; -1 if the connection is broken. */
static ssize_t send_some(const struct conn *conn, const void *bytes, size_t len)
{
    ssize_t sent = send(conn->watcher.fd, bytes, len, MSG_NOSIGNAL);
    bool is_full = sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return is_full ? 0 : sent;
}

static int bio_write(BIO *bio, const char *bytes, int len)
{
    const struct conn *conn = BIO_get_data(bio);
    struct buffer *unsent = &conn->tls->unsent;
    ssize_t sent = unsent->len > 0 ? 0 : send_some(conn, bytes, (size_t)len);
    BIO_clear_retry_flags(bio);
    if (sent < 0 || buffer_append(unsent, bytes + sent, (size_t)(len - sent)) != BUFFER_OK)
        return -1;
    return len;
}

static long bio_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH; /* nothing is buffered here; nothing else is supported */
}

static bool bio_method_make(struct net *net)
{
    net->tls_bio = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "connection");
    return net->tls_bio && BIO_meth_set_read(net->tls_bio, bio_read) &&
           BIO_meth_set_write(net->tls_bio, bio_write) &&
           BIO_meth_set_ctrl(net->tls_bio, bio_control);
}

static int on_alpn(SSL *ssl, const unsigned char **out, unsigned char *out_len,
                   const unsigned char *offered, unsigned offered_len, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *chosen;
    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&chosen, out_len, ours, sizeof ours - 1, offered, offered_len) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

/* A server has no terminal to ask for the password of a key. */
static int on_password(char *into, int size, int is_writing, void *context)
{
    (void)is_writing;
    (void)context;
    if (size > 0)
        into[0] = '\0';
    return 0;
}

static bool certificate_load(SSL_CTX *context, const char *certificate_path, const char *key_path)
{
    SSL_CTX_set_default_passwd_cb(context, on_password);
    return SSL_CTX_use_certificate_chain_file(context, certificate_path) == 1 &&
           SSL_CTX_use_PrivateKey_file(context, key_path, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(context) == 1;
}

/* TLS 1.2 with forward secrecy and authenticated encryption, or TLS 1.3. Sessions are resumed by tickets,
 * which clients keep: the server stores none. */
static bool context_configure(SSL_CTX *context)
{
    SSL_CTX_set_options(context, SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(context, on_alpn, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1;
}

/* A context with the certificate of the files, or the reason why there is none. */
static enum net_err context_make(const struct net *net, SSL_CTX **out)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    enum net_err err = NET_OK;
    if (!context || !context_configure(context))
        err = NET_E_MEMORY;
    else if (!certificate_load(context, net->certificate_path, net->key_path))
        err = NET_E_CERTIFICATE;
    ERR_clear_error();
    if (err)
        SSL_CTX_free(context);
    else
        *out = context;
    return err;
}

enum net_err tls_start(struct net *net)
{
    return bio_method_make(net) ? context_make(net, &net->tls_context) : NET_E_MEMORY;
}

/* Open connections keep the old context until they end. */
enum net_err net_renew_certificate(struct net *net)
{
    SSL_CTX *old = net->tls_context;
    if (!old)
        return NET_OK;
    enum net_err err = context_make(net, &net->tls_context);
    if (!err)
        SSL_CTX_free(old);
    return err;
}

void tls_stop(struct net *net)
{
    SSL_CTX_free(net->tls_context);
    BIO_meth_free(net->tls_bio);
}

bool tls_open(struct conn *conn)
{
    struct tls *tls = calloc(1, sizeof *tls);
    SSL *ssl = tls ? SSL_new(conn->net->tls_context) : NULL;
    BIO *bio = ssl ? BIO_new(conn->net->tls_bio) : NULL;
    if (!bio) {
        SSL_free(ssl);
        free(tls);
        return false;
    }
    BIO_set_data(bio, conn);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    SSL_set_accept_state(ssl);
    tls->ssl = ssl;
    tls->unsent = buffer_with_max(UNSENT_MAX);
    conn->tls = tls;
    return true;
}

void tls_close(struct conn *conn)
{
    struct tls *tls = conn->tls;
    if (tls->unsent.len == 0)
        (void)tls_end(conn);
    SSL_free(tls->ssl);
    buffer_free(&tls->unsent);
    free(tls);
}

size_t tls_unsent(const struct conn *conn)
{
    return conn->tls ? conn->tls->unsent.len : 0;
}

static void tls_fail(struct conn *conn)
{
    ERR_clear_error();
    conn->tls->is_broken = true;
    conn_drop(conn);
}

/* SSL_get_error also looks at the thread's error queue, which other connections share. */
static int tls_read(SSL *ssl, uint8_t plain[RECORD_MAX])
{
    ERR_clear_error();
    return SSL_read(ssl, plain, RECORD_MAX);
}

/* Handshakes are part of reading; one that fails ends the connection, after OpenSSL's alert. */
void tls_receive(struct conn *conn, const uint8_t *bytes, size_t len)
{
    struct tls *tls = conn->tls;
    uint8_t plain[RECORD_MAX];
    int got = 1;
    tls->in = bytes;
    tls->in_len = len;
    while (!conn->is_dead && (got = tls_read(tls->ssl, plain)) > 0)
        input_take(conn, plain, (size_t)got);
    int why = got > 0 ? SSL_ERROR_NONE : SSL_get_error(tls->ssl, got);
    tls->in_len = 0;
    if (why == SSL_ERROR_ZERO_RETURN)
        input_end(conn);
    else if (why != SSL_ERROR_NONE && why != SSL_ERROR_WANT_READ)
        tls_fail(conn);
    if (tls->unsent.len > 0)
        conn_list(conn);
}

bool tls_send(struct conn *conn, const uint8_t *bytes, size_t len)
{
    if (SSL_write(conn->tls->ssl, bytes, (int)len) == (int)len)
        return true;
    tls_fail(conn);
    return false;
}

bool tls_flush(struct conn *conn)
{
    struct buffer *unsent = &conn->tls->unsent;
    ssize_t sent = unsent->len > 0 ? send_some(conn, unsent->bytes, unsent->len) : 0;
    if (sent < 0)
        return false;
    buffer_drop(unsent, (size_t)sent);
    if (unsent->len == 0)
        buffer_free(unsent);
    return true;
}

bool tls_end(struct conn *conn)
{
    struct tls *tls = conn->tls;
    if (!tls || tls->is_broken || !SSL_is_init_finished(tls->ssl))
        return true;
    if (!(SSL_get_shutdown(tls->ssl) & SSL_SENT_SHUTDOWN) && SSL_shutdown(tls->ssl) < 0)
        tls_fail(conn);
    return tls->unsent.len == 0;
}
