#!/bin/sh
# Keeps one finished segment of PostgreSQL's log (docs/operate/backups.md). In postgresql.conf:
#
#   archive_mode = on
#   archive_timeout = 60
#   archive_command = 'sh /usr/local/lib/tribe-backup/archive-wal.sh /var/backups/tribe/wal %p %f'
#
# It succeeds only when the segment is on the disk, and never writes over another one.
set -eu
folder=$1 from=$2 name=$3
if [ -e "$folder/$name" ]; then
  # After a crash PostgreSQL may archive a segment again.
  exec cmp -s "$from" "$folder/$name"
fi
cp "$from" "$folder/.$name.part"
sync "$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name"
sync "$folder"
