# How a user's script says what happens; sourced by those in this folder.
# shellcheck shell=bash

root="$(CDPATH="" cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
# shellcheck source=scripts/common.bash
source "$root/scripts/common.bash"
begin "$@"
need_libxml2
make_work_folder
mkdir "$work/bin" "$work/own"
# As an installed command would be found; every reader of a page calls it by this name.
printf '#!/bin/sh\nexec "%s/matchmark" "$@"\n' "$root" >"$work/bin/matchmark"
chmod +x "$work/bin/matchmark"
PATH="$work/bin:$PATH"
cd "$work/own" || exit
last=""

# Runs a command, which must end with this exit code.
ends_with() {
  local expected="$1" status=0
  shift
  last="$*"
  "$@" >"$work/output" 2>&1 || status=$?
  if ((status != expected)); then
    tail -n 40 "$work/output" >&2
    fail "'$last' ended with $status, expected $expected"
  fi
}

# The last command must have printed this text.
says() {
  if ! grep -qF -- "$1" "$work/output"; then
    tail -n 40 "$work/output" >&2
    fail "'$last' did not print '$1'"
  fi
}

# The last command must not have printed this text.
does_not_say() {
  if grep -F -- "$1" "$work/output" >&2; then fail "'$last' printed '$1'"; fi
}

# A file must contain this text.
contains() {
  grep -qF -- "$2" "$1" || fail "'$1' does not contain '$2'"
}

# Ends the script successfully if a program is missing.
needs() {
  if ! command -v "$1" >/dev/null 2>&1; then
    echo "skipped: $(basename "$0"): $1 is not installed"
    exit
  fi
}

# Starts a repository with what is in the folder.
begin_repository() {
  git init -q -b main
  git config user.name somebody
  git config user.email somebody@localhost
  commit "first"
}

commit() {
  git add -A
  git commit -q -m "$1"
}
