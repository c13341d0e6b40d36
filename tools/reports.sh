# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Copyright the loom-unpin authors
#
# Reads the reports that the tests of all modules and of tools/testlib.sh leave. A script that sources it has the
# project's root as working folder.

# Prints the report files of all modules.
reports() {
  local file
  for file in target/script-reports/TEST-*.xml {*,*/*}/target/{surefire,failsafe}-reports/TEST-*.xml; do
    [ ! -f "$file" ] || printf '%s\n' "$file"
  done
}

remove_old_reports() {
  reports | while IFS= read -r file; do rm -f "$file" "$(dirname "$file")"/*.txt; done
}

list_failed_tests() {
  reports | while IFS= read -r file; do
    awk '
      function attribute(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
      /<testcase / { test = attribute("classname") "." attribute("name"); said = 0 }
      /<(failure|error)[ >]/ && test != "" && !said { print "FAILED: " test; said = 1 }
      /<\/testcase>/ { test = "" }
    ' "$file"
  done
}

list_slowest_classes() { # the ten test classes that took longest, in seconds
  reports | while IFS= read -r file; do
    grep -m 1 -o '<testsuite [^>]*' "$file" || true
  done | awk '
    function attribute(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
    { name = attribute("name"); sub(/.*[.]/, "", name); time = attribute("time"); gsub(/,/, "", time); printf "%7.1f s  %s\n", time, name }
  ' | sort -rn | sed -n 1,10p
}

summarize() { # FAILURES_WITHOUT_REPORT: prints the last line; fails if a test did
  local failures_without_report=$1 sum passed failed
  sum=$(reports | while IFS= read -r file; do
    grep -m 1 -o '<testsuite [^>]*' "$file" || true
  done | awk '
    function attribute(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0 }
    { tests += attribute("tests"); bad += attribute("failures") + attribute("errors"); skipped += attribute("skipped") }
    END { printf "%d %d %d", tests - bad - skipped, bad, skipped }')
  # shellcheck disable=SC2086 # three numbers
  set -- $sum
  passed=$1
  failed=$(($2 + failures_without_report))
  if [ "$passed" = 0 ] && [ $failed = 0 ]; then
    printf 'FAILED: no test ran\n'
    failed=1
  fi
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$3"
  [ $failed = 0 ]
}
