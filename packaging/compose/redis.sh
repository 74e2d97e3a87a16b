#!/bin/sh
# Starts Redis without a disk. The password goes in by a pipe: command lines can be read by others.
set -eu
exec redis-server - << END
requirepass $(cat /run/secrets/redis.password)
save ""
appendonly no
maxmemory 256mb
client-output-buffer-limit pubsub 64mb 16mb 10
END
