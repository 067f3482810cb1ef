#!/bin/bash
# usage: secret-service.sh COMMAND...
# Runs a command with a session bus and an unlocked keyring of its own, in throw-away HOME and XDG
# folders, so that tests find a real Secret Service and no test touches the person's.
set -eu
folder=$(mktemp -d "${TMPDIR:-/tmp}/gatehouse-keyring.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export HOME=$folder/home
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache
export XDG_STATE_HOME=$folder/state XDG_RUNTIME_DIR=$folder/run
mkdir -p "$HOME" "$XDG_CONFIG_HOME" "$XDG_DATA_HOME/keyrings" "$XDG_CACHE_HOME" "$XDG_STATE_HOME"
mkdir -m 700 "$XDG_RUNTIME_DIR"

status=0
# The bus speaks of every service it starts: only the command itself keeps standard error (3).
dbus-run-session -- bash -c '
  set -eu
  printf "for tests only" |
    gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 3>&- &
  daemon=$!
  trap "kill $daemon" EXIT
  # Asked too early, the bus would start a second, locked keyring: wait for ours to have the name.
  for try in $(seq 100); do
    answer=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
      org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets)
    case $answer in *true*) break ;; esac
    sleep 0.05
  done
  printf probe | secret-tool store --label=probe probe yes
  if [ "$(secret-tool lookup probe yes)" != probe ]; then
    echo "secret-service.sh: the private keyring does not answer" >&3
    exit 70
  fi
  secret-tool clear probe yes
  export GATEHOUSE_TEST_SECRET_SERVICE=1
  status=0
  "$@" 2>&3 3>&- || status=$?
  exit $status' secret-service "$@" 3>&2 2>/dev/null || status=$?
exit $status
