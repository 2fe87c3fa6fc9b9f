# What ./matchmark and the scripts know about the toolchain; sourced, not run.
# shellcheck shell=bash

swift_needed="6.3"

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
