#!/bin/sh
# restore.sh BACKUPS WAL DATA 'TIME': makes in the new folder DATA a PostgreSQL as it was at TIME, such as '2026-11-29 14:30:00+00', from
# the newest copy before it and the archived log. Start PostgreSQL on DATA then: it replays the log up to TIME, and opens for writing.
# Run it as the user of PostgreSQL, while no server runs on DATA.
set -eu
backups=$1 wal=$2 data=$3 time=$4
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty: restore into a new folder, and keep the damaged one until all is well." >&2
  exit 1
fi
limit=$(date -u -d "$time" +%Y%m%dT%H%M%SZ)
base=
for each in "$backups"/2*; do
  name=$(basename "$each")
  # The names are times, which sort as text.
  if [ "$(printf '%s\n%s\n' "$name" "$limit" | sort | head -n 1)" = "$name" ]; then base=$each; fi
done
if [ -z "$base" ]; then
  echo "No copy in $backups is older than $time." >&2
  exit 1
fi
mkdir -p "$data"
cp -a "$base/." "$data/"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
CONF
touch "$data/recovery.signal"
echo "$data is $base with the log up to $time: start PostgreSQL on it."
