#!/bin/sh
# Starts the standby. The first time it copies the primary; a copy that was interrupted begins anew.
set -eu
if [ ! -d "$PGDATA" ]; then
    PGPASSWORD=$(cat /run/secrets/replication.password)
    export PGPASSWORD
    rm -rf "$PGDATA.new"
    pg_basebackup --pgdata "$PGDATA.new" --write-recovery-conf --wal-method stream --checkpoint fast \
        --dbname 'host=primary user=standby application_name=standby'
    unset PGPASSWORD
    mv "$PGDATA.new" "$PGDATA"
fi
exec "$@"
