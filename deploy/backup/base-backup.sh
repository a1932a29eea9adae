#!/bin/sh
# base-backup.sh BACKUPS [WAL]: copies the whole running PostgreSQL into a new folder of BACKUPS, checks it, and deletes all but the newest
# KEEP copies (7 unless told otherwise), with the segments in WAL that none of these needs. Daily, by cron or a timer, as a user with the
# right `replication`; PGHOST, PGPORT and PGUSER say where.
set -eu
backups=$1 wal=${2:-} keep=${KEEP:-7}
partial="$backups/.partial-$$"
trap 'rm -rf "$partial"' EXIT
pg_basebackup --pgdata="$partial" --format=plain --checkpoint=fast --wal-method=stream --no-password
pg_verifybackup --quiet "$partial"
# Its end: only later points in time can be restored from it.
mv "$partial" "$backups/$(date -u +%Y%m%dT%H%M%SZ)"
sync "$backups"
ls -1d "$backups"/2* | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "$old"; done
if [ -n "$wal" ]; then
  oldest=$(ls -1d "$backups"/2* | sort | head -n 1)
  first=$(sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' "$oldest/backup_label")
  pg_archivecleanup "$wal" "$first"
fi
