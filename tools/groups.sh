# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Copyright the loom-unpin authors
#
# Runs commands in process groups of their own, and ends them all when the script is interrupted. A script that
# sources it runs what may take long with in_group, or with begin and finish_group.

groups=()

begin() { # COMMAND...: starts it in the background; $! is its group
  # Job control gives a background command a group of its own, which its children stay in.
  set -m
  "$@" </dev/null &
  set +m
  groups+=($!)
}

finish_group() { # GROUP: waits for its command, whose exit code it returns
  local status=0 group
  wait "$1" || status=$?
  # What the command has left running goes with it.
  kill -TERM -- "-$1" 2>/dev/null || true
  local others=()
  for group in "${groups[@]}"; do [ "$group" = "$1" ] || others+=("$group"); done
  groups=(${others[@]+"${others[@]}"})
  return $status
}

in_group() { # COMMAND...: waits for it so that a signal is handled at once
  begin "$@"
  finish_group $!
}

end_groups() { # asks all commands to end, and ends what has not ended after ten seconds
  local group tenths=0
  for group in ${groups[@]+"${groups[@]}"}; do kill -TERM -- "-$group" 2>/dev/null || true; done
  for group in ${groups[@]+"${groups[@]}"}; do
    while kill -0 -- "-$group" 2>/dev/null && [ $tenths -lt 100 ]; do
      sleep 0.1
      tenths=$((tenths + 1))
    done
    kill -KILL -- "-$group" 2>/dev/null || true
  done
  groups=()
}

interrupted() { # SIGNAL_NUMBER
  trap '' INT TERM HUP
  end_groups
  printf '%s: interrupted; nothing is left running\n' "$(basename "$0")" >&2
  exit $((128 + $1))
}

trap 'interrupted 1' HUP
trap 'interrupted 2' INT
trap 'interrupted 15' TERM
