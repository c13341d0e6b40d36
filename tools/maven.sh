# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Copyright the loom-unpin authors
#
# Runs Maven and prints what it is doing. A script that sources it has a function "missing MESSAGE", which ends it,
# and names the file that gets Maven's whole output in $log.

: "${log:?}"

check_maven() { # BUILD_HOME
  local version oldest install='sdk install maven (with SDKMAN)'
  if command -v apt-get >/dev/null; then install='sudo apt-get install maven'; fi
  if command -v brew >/dev/null; then install='brew install maven'; fi
  command -v mvn >/dev/null || missing "no mvn on the PATH: $install"
  version=$(JAVA_HOME=$1 mvn -v 2>/dev/null </dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p') || true
  [ -n "$version" ] || missing "mvn -v does not work: reinstall Maven ($install)"
  oldest=$(printf '%s\n' "$version" 3.6.3 | sort -t . -k 1,1n -k 2,2n -k 3,3n | sed -n 1p)
  [ "$oldest" = 3.6.3 ] || missing "Maven $version is too old, 3.6.3 is the oldest that will do: $install"
}

show_progress() { # stdin: Maven's output; prints a line for each module, step and test class
  # After the line of a failed test come its message and its stack; the message tells what happened.
  local line detail=0 tests='^\[(INFO|WARNING|ERROR)\] Tests run: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+), Skipped: ([0-9]+), Time elapsed: (.*) -+ in (.*)$'
  while IFS= read -r line; do
    if [ $detail -gt 0 ]; then
      case $line in
        $'\tat '* | '[INFO]'* | '[WARNING]'* | '[ERROR]'*) detail=0 ;;
        *)
          printf '      %s\n' "${line:0:500}"
          detail=$((detail - 1))
          ;;
      esac
    fi
    if [[ $line =~ $tests ]]; then
      local result=ok
      [ "${BASH_REMATCH[3]}${BASH_REMATCH[4]}" = 00 ] || result=FAILED
      printf '    %-6s %s (%s tests, %s skipped, %s)\n' "$result" "${BASH_REMATCH[7]##*.}" "${BASH_REMATCH[2]}" \
        "${BASH_REMATCH[5]}" "${BASH_REMATCH[6]% <<<*}"
    elif [[ $line =~ ^\[INFO\]\ Building\ (.*[^ ])\ +(\[[0-9]+/[0-9]+\])$ ]]; then
      printf '%s %s\n' "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
    elif [[ $line =~ ^\[INFO\]\ ---\ ([a-z-]+):[^:]+:([a-zA-Z-]+)\ .*@\ ([^ ]+) ]]; then
      local step=${BASH_REMATCH[1]#maven-} module=${BASH_REMATCH[3]#loom-unpin-}
      step=${step%-plugin}:${BASH_REMATCH[2]}
      case $step in
        compiler:* | surefire:test | failsafe:integration-test | shade:shade) printf '  %s %s\n' "$module" "$step" ;;
      esac
    elif [[ $line == '[ERROR]'* ]]; then
      case $line in
        *'[Help 1]'* | '[ERROR] ' | *'re-run Maven'* | *'Re-run Maven'* | *'For more information about'* | \
          *'After correcting the problems'* | *'mvn <args>'* | '[ERROR] '$'\t'*) ;;
        *) printf '    %s\n' "$line" ;;
      esac
      case $line in *'<<< FAILURE!' | *'<<< ERROR!') detail=20 ;; esac
    fi
  done
}

show_waiting() { # a sign of life for whoever watches a log; $log grows meanwhile
  local minutes=0
  while sleep 60 >/dev/null 2>&1; do
    minutes=$((minutes + 1))
    say "    ($minutes min; last: $(tail -n 1 "$log" | cut -c 1-100))"
  done
}

run_maven() { # BUILD_HOME ARGUMENTS...
  local home=$1 waiting status=0
  shift
  show_waiting &
  waiting=$!
  # A build is over before the second compiler pays.
  JAVA_HOME=$home MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ${MAVEN_OPTS:-}" \
    mvn -T 2 --batch-mode --no-transfer-progress --fail-at-end "$@" </dev/null 2>&1 | tee -a "$log" | show_progress || status=$?
  kill "$waiting" 2>/dev/null || true
  wait "$waiting" 2>/dev/null || true
  return $status
}

module_times() { # how long each module took, longest first; modules overlap
  awk '
    /^\[INFO\] Reactor Summary/ { summary = 1 }
    /^\[INFO\] BUILD/ { summary = 0 }
    summary && match($0, / (SUCCESS|FAILURE) \[ *[0-9.:]+ (s|min|h)\]/) {
      name = substr($0, 8, RSTART - 8)
      sub(/ [.]+$/, "", name)
      sub(/^loom-unpin:? ?/, "", name)
      split(substr($0, RSTART, RLENGTH), words, /[][ ]+/)
      parts = split(words[3], times, ":")
      seconds = words[4] == "s" ? times[1] : words[4] == "min" ? times[1] * 60 + times[2] : times[1] * 3600 + times[2] * 60
      if (parts && name != "") printf "%d:%02d %s\n", seconds / 60, seconds % 60, name
    }
  ' "$log" | sort -t : -k 1,1nr -k 2,2r
}
