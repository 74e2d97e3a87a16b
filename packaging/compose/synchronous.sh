#!/bin/sh
# Waits until the standby follows; from then on a commit is acknowledged when the standby has it, too. The setting is made here and
# not before the copy: a promoted standby with it would wait for a standby of its own.
set -eu
PGPASSWORD=$(cat /run/secrets/postgres.password)
export PGPASSWORD
ask() {
    psql --quiet --no-psqlrc --no-align --tuples-only --set ON_ERROR_STOP=1 --dbname postgres --command "$1"
}
wait_for() { # state
    seconds=120
    until [ "$(ask "SELECT count(*) FROM pg_stat_replication WHERE application_name = 'standby' AND $1")" = 1 ]; do
        seconds=$((seconds - 1))
        [ "$seconds" -gt 0 ] || { echo "the standby does not follow" >&2; exit 1; }
        sleep 1
    done
}
wait_for "state = 'streaming'"
ask "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
ask 'SELECT pg_reload_conf()' > /dev/null
wait_for "sync_state = 'sync'"
