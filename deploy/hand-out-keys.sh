#!/bin/sh
# Gives each role the keys that it uses, and none else: hand-out-keys.sh FROM TO
#   FROM  the folder of all keys, which `operator make-keys` wrote (its data folder's `keys`)
#   TO    a pattern with %: the data folder of each role, such as /srv/tribe/keys/% or /var/lib/tribe-%
# Afterwards give the folders to the users of the roles.
set -eu
from=$1
to=$2
umask 077
hand_out() {
  role=$1
  shift
  folder=$(printf %s "$to" | sed "s|%|$role|")/keys
  mkdir -p "$folder"
  for file in "$@"; do
    # With a KMS there are no such files.
    if [ ! -e "$from/$file" ]; then continue; fi
    # A key that was replaced in the role's folder seals what the old one can't open: never written over.
    if [ -e "$folder/$file" ] && ! cmp -s "$from/$file" "$folder/$file"; then
      echo "$folder/$file is another key than $from/$file: put the newer one in both places (docs/security/keys.md)." >&2
      exit 1
    fi
    cp "$from/$file" "$folder/$file"
  done
}
hand_out web mac.key session-secret.key oauth.key mail.key
hand_out keys admin.json mac.key session-secret.key server-share.key recovery-share.key wallet-record.key mail.key
hand_out realtime mac.key session-secret.key
hand_out worker admin.json mail.key
hand_out indexer
