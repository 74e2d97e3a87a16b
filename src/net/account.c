/* What a connection counts for: its address, and the memory that it keeps. */
#include "net/address.h"
#include "net/conn.h"
#include "net/proxy.h"

static struct conn *conn_of(const struct backlog_holder *holder)
{
    return LIST_OWNER(holder, struct conn, backlog);
}

static bool backlog_must_stay(const struct backlog_holder *holder)
{
    struct conn *conn = conn_of(holder);
    const struct net *net = conn->net;
    return conn->is_socket && net->handlers.must_stay &&
           net->handlers.must_stay(net->context, conn_socket(conn));
}

static void backlog_drop(struct backlog_holder *holder)
{
    conn_drop(conn_of(holder));
}

static const struct backlog_owner backlog_owner = {backlog_must_stay, backlog_drop};

void conn_account(struct conn *conn)
{
    bool is_body = conn->request && conn->phase == CONN_READING;
    size_t bytes =
        conn->out_kept + conn->in.len + conn->joined.len + (is_body ? conn->request->body_len : 0);
    if (bytes != conn->backlog.bytes && conn->net->backlog && !conn->is_dead)
        backlog_set(conn->net->backlog, &conn->backlog, bytes);
}

/* Bytes of a body that other answers send, too, take no memory of their own. */
void conn_account_output(struct conn *conn)
{
    size_t left = output_left(conn);
    conn->out_kept = left > conn->out_lent ? left - conn->out_lent : 0;
    if (left == 0)
        conn->out_lent = 0;
    conn_account(conn);
}

/* The address that a connection counts for; 0 for a proxy, which says it with each request. */
uint64_t conn_owner(const struct net *net, const char *peer)
{
    bool is_proxy = net->proxies && proxy_is_trusted(net->proxies, peer);
    return net->backlog && !is_proxy ? address_hash(peer) : 0;
}

bool conn_take(struct conn *conn, uint64_t address)
{
    struct backlog *backlog = conn->net->backlog;
    bool is_free =
        !backlog || conn->is_admin; /* operators come in however many clients there are */
    if (!is_free && !budgets_take(backlog->budgets, BUDGET_CONNECTIONS, address, 1))
        return false;
    conn->address = address;
    backlog_join(&conn->backlog, &backlog_owner, address);
    return true;
}

void conn_give(struct conn *conn)
{
    struct backlog *backlog = conn->net->backlog;
    if (!backlog)
        return;
    backlog_set(backlog, &conn->backlog, 0);
    if (!conn->is_admin)
        budgets_give(backlog->budgets, BUDGET_CONNECTIONS, conn->address, 1);
}

bool conn_belong(struct conn *conn, const char *peer)
{
    struct backlog *backlog = conn->net->backlog;
    uint64_t address = conn_owner(conn->net, peer);
    if (!backlog || address == conn->address)
        return true;
    if (!budgets_move(backlog->budgets, BUDGET_CONNECTIONS, conn->address, address, 1))
        return false;
    backlog_set(backlog, &conn->backlog, 0);
    conn->address = conn->backlog.address = address;
    conn_account(conn);
    return true;
}
