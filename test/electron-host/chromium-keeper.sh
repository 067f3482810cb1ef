#!/bin/sh
# usage: chromium-keeper.sh PROFILE CHROMIUM ARGS...     standard input: the host's lifeline
# Runs Chromium and outlives the host by a moment: when the host ends, however it ends (SIGKILL
# too), standard input closes, Chromium is stopped and its profile folder removed.
profile=$1
shift
"$@" </dev/null &
chromium=$!
# Without the host nobody reads our errors, and writing them would end the keeper too early.
exec 2>/dev/null
trap '' INT TERM HUP
exec 3<&0
{ cat <&3 >/dev/null; kill -KILL $chromium; } &
wait $chromium
# Chromium's helpers end a moment after it and may still write into the profile.
tries=0
while [ -e "$profile" ] && [ $tries -lt 50 ]; do
  rm -rf "$profile"
  sleep 0.05
  tries=$((tries + 1))
done
# Whatever is left of this process group (the keeper leads it), the keeper itself included.
kill -KILL 0
