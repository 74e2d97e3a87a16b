/* What PostgreSQL's error codes mean to us. */
#include <string.h>

#include "store/postgres.h"

/* The first entry whose code begins the SQLSTATE counts. */
static const struct {
    const char *code;
    enum store_err err;
} errors[] = {
    {"22012", STORE_E_STALE},    /* division by zero: our sign for "did not apply" */
    {"22", STORE_E_ROW},         /* data exception */
    {"23503", STORE_E_MISSING},  /* foreign key */
    {"23505", STORE_E_EXISTS},   /* unique */
    {"23", STORE_E_ROW},         /* other constraints */
    {"25006", STORE_E_READONLY}, /* a standby, or a database that was set read-only */
    {"26000", STORE_E_CONFLICT}, /* no such prepared statement: a pooler switched servers */
    {"0A000", STORE_E_CONFLICT}, /* a table changed under a prepared statement */
    {"40", STORE_E_CONFLICT},    /* deadlock, serialisation failure */
    {"53100", STORE_E_FULL},     /* disk full */
    {"53200", STORE_E_MEMORY},   {"53", STORE_E_GONE}, /* too many connections */
    {"55P03", STORE_E_BUSY},                           /* a lock was not free in time */
    {"57014", STORE_E_GONE},                           /* statement timeout */
    {"57", STORE_E_GONE},                              /* shut down, crashed, starting */
    {"58", STORE_E_IO},          {"08", STORE_E_GONE}, /* connection */
    {"28", STORE_E_GONE},    /* the password or pg_hba.conf does not let us in */
    {"3D000", STORE_E_GONE}, /* no such database */
    {"XX001", STORE_E_CORRUPT},  {"XX002", STORE_E_CORRUPT},
};

enum store_err postgres_err(const char *sqlstate)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strncmp(sqlstate, errors[i].code, strlen(errors[i].code)) == 0)
            return errors[i].err;
    return STORE_E_BROKEN;
}
