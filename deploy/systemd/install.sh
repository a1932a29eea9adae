#!/bin/sh
# As root, in a checkout after `npm run build`: puts the folder that `npm run set-up` made, the program and the units in their places.
#   deploy/systemd/install.sh /srv/tribe
# Again after an upgrade: it replaces the program and the units, and no settings, secrets or keys that are there.
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

install -D -m 644 "$here/sysusers.conf" /etc/sysusers.d/tribe.conf
systemd-sysusers /etc/sysusers.d/tribe.conf
rm -rf /opt/tribe.new
cp -r "$root/dist/tribe" /opt/tribe.new
rm -rf /opt/tribe.old
if [ -e /opt/tribe ]; then mv /opt/tribe /opt/tribe.old; fi
mv /opt/tribe.new /opt/tribe

install -d -m 755 /etc/tribe
if [ ! -e /etc/tribe/tribe.env ]; then install -m 644 "$folder/tribe.env" /etc/tribe/tribe.env; fi
for role in web keys realtime worker indexer owner; do
  install -d -m 700 "/etc/tribe/secrets/$role"
  for secret in "$folder/secrets/$role/"*; do
    kept="/etc/tribe/secrets/$role/$(basename "$secret")"
    if [ ! -e "$kept" ]; then cp "$secret" "$kept"; fi
  done
  if [ "$role" = owner ]; then continue; fi
  if [ ! -e "/etc/tribe/$role.env" ]; then install -m 644 "$here/roles/$role.env" "/etc/tribe/$role.env"; fi
  state=/var/lib/tribe-$role
  install -d -m 700 -o "tribe-$role" -g "tribe-$role" "$state"
  if [ ! -e "$state/keys" ]; then cp -r "$folder/keys/$role/keys" "$state/keys"; fi
  chown -R "tribe-$role:tribe-$role" "$state"
done
if [ ! -e /etc/tribe/secrets/storage.env ]; then install -m 600 "$folder/secrets/storage.env" /etc/tribe/secrets/storage.env; fi
chmod -R go= /etc/tribe/secrets
install -d -m 755 /srv/tribe/signer
if [ "$folder" != /srv/tribe ]; then cp -r "$folder/signer/." /srv/tribe/signer/; fi
chmod 711 /srv/tribe
chmod -R a+rX /srv/tribe/signer

for unit in "$here"/tribe*.service; do install -m 644 "$unit" /etc/systemd/system/; done
for drop in "$here"/tribe@*.service.d; do
  install -D -m 644 "$drop/co-signer.conf" "/etc/systemd/system/$(basename "$drop")/co-signer.conf"
done
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
echo "Installed. Next: systemctl start tribe-migrate && systemctl enable --now tribe@keys tribe@web tribe@realtime tribe@worker tribe@indexer"
