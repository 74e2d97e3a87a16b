#!/bin/sh
# Fills in nginx/cluster.conf for compose.yaml: addresses, name, certificate.
set -eu
sed -e 's/10\.0\.0\./172.30.4./g' -e "s/play\.example\.org/$FOURFALL_NAME/g" \
    -e 's|ssl_certificate  *[^;]*;|ssl_certificate /run/secrets/certificate.pem;|' \
    -e 's|ssl_certificate_key  *[^;]*;|ssl_certificate_key /run/secrets/certificate.key;|' \
    /etc/fourfall/cluster.conf > /etc/nginx/conf.d/fourfall.conf
rm -f /etc/nginx/conf.d/default.conf
