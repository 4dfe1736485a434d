#!/usr/bin/env bash
# The step of action.yml that judges. Everything it was given is in INPUT_*, and never becomes a part of a script. It ends well
# whatever mcpcheck found: a later step fails the job, when the reports are where they belong.
set -euo pipefail

# The words of a text, one a line, as quotes and backslashes group them; nothing is expanded.
words() { [ -z "${1//[[:space:]]/}" ] || printf '%s\n' "$1" | xargs -n1 printf '%s\n'; }

fail() {
  echo "::error title=mcpcheck::$1"
  exit 2
}

given=0
for one in "$INPUT_COMMAND" "$INPUT_URL" "$INPUT_CONFIG"; do [ -z "$one" ] || given=$((given + 1)); done
[ "$given" -le 1 ] || fail "give one of command, url and config"
case "$INPUT_FAIL_ON" in fail | warn | untested | never) ;; *) fail "fail-on is fail, warn, untested or never" ;; esac

# The bash of macOS knows neither mapfile nor empty arrays under `set -u`.
program=()
more=()
command=()
while IFS= read -r word; do program+=("$word"); done < <(words "$INPUT_MCPCHECK")
while IFS= read -r word; do more+=("$word"); done < <(words "$INPUT_ARGS")
while IFS= read -r word; do command+=("$word"); done < <(words "$INPUT_COMMAND")
[ "${#program[@]}" -gt 0 ] || fail "mcpcheck says how mcpcheck is called; it is empty"

run=(run)
if [ "$given" -eq 1 ]; then run+=(server); fi
run+=(--out "$INPUT_REPORTS" --reporter "pretty,github,json,sarif,html,junit,markdown,comment,badge")
[ -z "${INPUT_DOCS_URL:-}" ] || run+=(--docs-url "$INPUT_DOCS_URL")
[ -z "$INPUT_BASELINE" ] || run+=(--baseline "$INPUT_BASELINE")
case "$INPUT_FAIL_ON" in warn | untested) run+=(--fail-on "$INPUT_FAIL_ON") ;; esac
[ "${#more[@]}" -eq 0 ] || run+=("${more[@]}")
[ -z "$INPUT_URL" ] || run+=(--url "$INPUT_URL")
[ -z "$INPUT_CONFIG" ] || run+=(--config "$INPUT_CONFIG")
[ "${#command[@]}" -eq 0 ] || run+=(-- "${command[@]}")

# What an earlier run left there, as on a machine of one's own, is no report of this one.
for name in json github.txt sarif html junit.xml md comment.md svg; do rm -f -- "$INPUT_REPORTS/mcpcheck.$name"; done

code=0
"${program[@]}" "${run[@]}" || code=$?

# Annotations are what a step prints.
if [ -f "$INPUT_REPORTS/mcpcheck.github.txt" ]; then cat "$INPUT_REPORTS/mcpcheck.github.txt"; fi

case "$INPUT_REPORTS" in
  /*) reports="$INPUT_REPORTS" ;;
  *) reports="${INPUT_WORKING_DIRECTORY%/}/$INPUT_REPORTS" ;;
esac
{
  echo "exit-code=$code"
  echo "reports=$reports"
  echo "action=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
} >>"$GITHUB_OUTPUT"
if [ -f "$INPUT_REPORTS/mcpcheck.json" ]; then
  echo "written=true" >>"$GITHUB_OUTPUT"
  node -e '
    const { summary } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const { flaky = 0 } = summary;
    const counts = { failed: summary.fail - flaky, flaky, warned: summary.warn, passed: summary.pass, untested: summary.untested };
    for (const [name, count] of Object.entries(counts)) console.log(`${name}=${Number(count)}`);
  ' "$INPUT_REPORTS/mcpcheck.json" >>"$GITHUB_OUTPUT"
fi
