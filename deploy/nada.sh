#!/bin/sh
# Runs a command of Nada as its user and with its settings: nada check, nada backup … Paths must be
# absolute. Install as /usr/local/sbin/nada. An upgrade stops the server and starts it again.
nada() {
  systemd-run --quiet --collect --pipe --wait --uid=nada \
    --property=EnvironmentFile=/etc/nada.env --property=WorkingDirectory=/var/lib/nada \
    --property=UMask=0077 --setenv=DATA_DIR=/var/lib/nada \
    /opt/nada/current/nada "$@"
}
[ "${1:-}" != upgrade ] || systemctl stop nada
nada "$@"
code=$?
[ "${1:-}" != upgrade ] || systemctl start nada
exit $code
