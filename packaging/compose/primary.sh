#!/bin/sh
# Runs once, when PostgreSQL's image has made a new database cluster: Fourfall's role and database, and a role for the standby.
set -eu
psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres << 'END'
\set database_password `cat /run/secrets/database.password`
\set replication_password `cat /run/secrets/replication.password`
CREATE ROLE fourfall LOGIN PASSWORD :'database_password';
CREATE DATABASE fourfall OWNER fourfall;
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'replication_password';
END
echo 'host replication standby samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
