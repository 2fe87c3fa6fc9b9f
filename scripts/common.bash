# Shared by ./matchmark, the scripts, and the steps of scripts/test in Tests; sourced, not run.
#
# A script sets `root`, sources this file, and calls `begin "$@"`.
# shellcheck shell=bash

swift_needed="6.3"

# Prints the script's first comment for --help. The script's commands then have no input, and a crash
# ends them: the backtracer can outlive its process and hold the output open.
begin() {
  case "${1:-}" in
    -h | --help)
      usage
      exit
      ;;
  esac
  exec </dev/null
  export SWIFT_BACKTRACE=enable=no
}

# Prints the comment at the top of the script.
usage() {
  sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"
}

# Ends the script with a message, and with an exit code other than 1 if one is given.
fail() {
  # shellcheck disable=SC2154 # The script sets `root`.
  echo "${0#"$root/"}: $1" >&2
  exit "${2:-1}"
}

# Makes the folder `work`, which is removed when the script ends.
make_work_folder() {
  work="$(mktemp -d "${TMPDIR:-/tmp}/matchmark-${0##*/}.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
}

# Edits a file as a user does. An edit that changes nothing fails, because what follows would try the
# file as it was.
edit() {
  local before
  before="$(<"$2")"
  sed -i "$1" "$2"
  [[ "$(<"$2")" != "$before" ]] || fail "'$1' changes nothing in '$2'"
}

# Runs a command, and shows its output only if it fails.
quietly() {
  "$@" >"$work/output" 2>&1 || {
    cat "$work/output" >&2
    fail "'$*' failed"
  }
}

# Runs a command for at most this many seconds, if the system has a timeout command.
#
# This ends a command that hangs. One that is merely slow must pass, so the limit is far above its
# usual time. At a terminal the command stays in the foreground, so that Ctrl-C reaches it; elsewhere
# its children end with it.
bounded() {
  local seconds="$1" options=(-k 10)
  shift
  if [[ -t 1 ]]; then options+=(--foreground); fi
  if command -v timeout >/dev/null 2>&1; then
    timeout "${options[@]}" "$seconds" "$@"
  else
    "$@"
  fi
}

# Finds what every build needs, or says how to install it.
need_libxml2() {
  find_libxml2 || fail "libxml2's headers are not installed; run ./scripts/bootstrap"
}

# Prints nothing and succeeds, or prints one sentence that says what is wrong with Swift and fails.
swift_complaint() {
  if ! command -v swift >/dev/null 2>&1; then
    echo "Swift $swift_needed or newer is needed, but there is no 'swift' in PATH;" \
      "install it from https://www.swift.org/install."
    return 1
  fi
  local text version
  text="$(swift --version 2>/dev/null </dev/null || true)"
  version="$(sed -n 's/.*Swift version \([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p' <<<"$text")"
  version="${version%%$'\n'*}"
  if [[ -z "$version" ]]; then
    echo "Swift $swift_needed or newer is needed, but '$(command -v swift) --version'" \
      "names no version."
    return 1
  fi
  local major="${version%%.*}" minor="${version#*.}"
  if ((10#$major < ${swift_needed%%.*} \
    || (10#$major == ${swift_needed%%.*} && 10#$minor < ${swift_needed#*.}))); then
    echo "Swift $swift_needed or newer is needed, but $(command -v swift) is Swift $version;" \
      "install a newer one from https://www.swift.org/install."
    return 1
  fi
}

# Prints the folder of libxml-2.0.pc if plain pkg-config does not find it.
libxml2_folder() {
  local file
  for file in /usr/lib/*/pkgconfig/libxml-2.0.pc /usr/lib*/pkgconfig/libxml-2.0.pc \
    /usr/local/lib/pkgconfig/libxml-2.0.pc /usr/local/opt/libxml2/lib/pkgconfig/libxml-2.0.pc \
    /opt/homebrew/opt/libxml2/lib/pkgconfig/libxml-2.0.pc; do
    if [[ -f "$file" ]]; then
      dirname "$file"
      return
    fi
  done
  return 1
}

# Exports PKG_CONFIG_PATH if SwiftPM would not find libxml2 by itself; fails if it is not installed.
#
# Debian keeps the .pc file in a multiarch folder that SwiftPM finds only through pkg-config.
find_libxml2() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libxml-2.0 2>/dev/null; then
    return
  fi
  local folder
  folder="$(libxml2_folder)" || return 1
  export PKG_CONFIG_PATH="$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
}

# Whether SQLite's headers are installed; only the trait SQLite needs them.
find_sqlite() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists sqlite3 2>/dev/null; then
    return
  fi
  [[ -f /usr/include/sqlite3.h || "$(uname -s)" == Darwin ]]
}
