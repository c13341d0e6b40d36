# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Copyright the loom-unpin authors
#
# For the tests written in bash: runs a command, checks its result, and writes the same report as Maven's test
# plugins. A script that sources it has the project's root as working folder and names its suite in $suite.

: "${suite:?}"
passed=0
failed=0
skipped=0
cases=
tmp=$(mktemp -d)
out=
err=
code=0

xml() { printf '%s' "$1" | tr -d '\000-\010\013\014\016-\037' | sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g'; }

run() { # COMMAND...: leaves $code, $out and $err
  code=0
  "$@" >"$tmp/stdout" 2>"$tmp/stderr" </dev/null || code=$?
  out=$(cat "$tmp/stdout")
  err=$(cat "$tmp/stderr")
}

pass() { # NAME
  passed=$((passed + 1))
  cases="$cases<testcase classname=\"$suite\" name=\"$(xml "$1")\"/>
"
}

fail() { # NAME WHY
  failed=$((failed + 1))
  printf '    FAILED %s: %s\n' "$1" "$2"
  [ -z "$out$err" ] || printf '%s\n' "$out" "$err" | sed -e '/^$/d' -e 's/^/           /' | tail -n 20
  cases="$cases<testcase classname=\"$suite\" name=\"$(xml "$1")\"><failure message=\"$(xml "$2")\"/></testcase>
"
}

skip() { # NAME WHY
  skipped=$((skipped + 1))
  printf '    skipped %s: %s\n' "$1" "$2"
  cases="$cases<testcase classname=\"$suite\" name=\"$(xml "$1")\"><skipped message=\"$(xml "$2")\"/></testcase>
"
}

# NAME CODE TEXT...: what the last run must have: the exit code, and the texts on stdout or stderr
expect() {
  local name=$1 want=$2 text
  shift 2
  if [ "$code" != "$want" ]; then
    fail "$name" "exit code $code instead of $want"
    return 0
  fi
  for text in "$@"; do
    if [[ $out$'\n'$err != *"$text"* ]]; then
      fail "$name" "the output does not have: $text"
      return 0
    fi
  done
  pass "$name"
}

# INPUT=VALUE...: leaves the command of action.yml in $action_command, and the variables that it gets with these inputs
# and the defaults of the others in $action_variables.
read_action() {
  local name input value given
  # shellcheck disable=SC2034 # scripts that source this use it
  action_command=$(sed -n "s/^ *run: '\(.*\)'\$/\1/p" action.yml)
  action_variables=()
  while read -r name input; do
    value=$(awk -v input="  $input:" '
      $0 == input { inside = 1; next }
      /^  ?[a-z]/ { inside = 0 }
      inside && sub(/^    default: /, "") { print $0 == "\047\047" ? "" : $0 }
    ' action.yml)
    for given in "$@"; do
      [ "${given%%=*}" != "$input" ] || value=${given#*=}
    done
    action_variables[${#action_variables[@]}]=$name=$value
  done <<<"$(sed -n 's/^ *\([A-Z_]*\): ${{ inputs[.]\([a-z-]*\) }}$/\1 \2/p' action.yml)"
}

finish() { # writes the report; the exit code says whether a test failed
  mkdir -p target/script-reports
  {
    printf '<?xml version="1.0" encoding="UTF-8"?>\n'
    printf '<testsuite name="%s" tests="%d" errors="0" skipped="%d" failures="%d">\n' \
      "$suite" $((passed + failed + skipped)) "$skipped" "$failed"
    printf '%s</testsuite>\n' "$cases"
  } >"target/script-reports/TEST-$suite.xml"
  printf '    %s: %d passed, %d failed, %d skipped\n' "$suite" "$passed" "$failed" "$skipped"
  [ "$failed" = 0 ]
}
