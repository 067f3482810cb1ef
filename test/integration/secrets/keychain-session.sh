#!/bin/sh
# Runs a command in a D-Bus session of its own with an empty Secret Service.
# Usage: keychain-session.sh unlocked|locked <command> [argument ...]
set -eu
mode=$1
shift
T=$(mktemp -d)
export HOME="$T" XDG_DATA_HOME="$T/data" XDG_RUNTIME_DIR="$T/run" KEYRING_MODE="$mode"
mkdir -p "$T/data/keyrings" "$T/run"
chmod 700 "$T/run"
trap 'rm -rf "$T"' EXIT
dbus-run-session -- sh -c '
  if [ "$KEYRING_MODE" = unlocked ]; then
    printf "test\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
  else
    # A keyring that exists and is locked: made by one daemon, found by the next.
    printf "test\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
    printf x | secret-tool store --label=seed seed seed
    gnome-keyring-daemon --replace --start --components=secrets >/dev/null 2>&1
  fi
  exec "$@"
' _ "$@"
