# Read by the other scripts: where the project is, how it installs and how it builds.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# The program that the scripts run and install. One that is named from outside is never built anew.
binary=${COMMITDIARY_BINARY:-$root/.build/release/commitdiary}

# The C libraries that the program is built against. It loads the last two only when it needs them.
build_packages='libsqlite3-dev libcurl4-openssl-dev libsecret-1-dev pkg-config'

# How everything but the program is built. Without debug information a build takes a fifth less, and
# backtraces still name functions. Calls that differ here would build everything again.
debug_options='-debug-info-format none'

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Installs the Debian packages that are missing, and says which. Without missing ones it needs no
# network and no rights.
need_packages() {
  missing=
  for package in "$@"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) in
      installed) ;;
      *) missing="$missing $package" ;;
    esac
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || die "These packages are missing, and there is no apt-get:$missing"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "Please install, as root: apt-get install$missing"
    as_root=sudo
  fi
  say "Installing:$missing"
  # shellcheck disable=SC2086 # The list is one of words.
  {
    $as_root apt-get update -qq &&
      $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends $missing
  } </dev/null >&2 || die "apt-get failed; see above."
}

need_swift() {
  command -v swift >/dev/null || die "Swift 6.3 or newer is needed: https://www.swift.org/install/linux/"
}

# Builds the release binary, with the Swift runtime linked in and without symbols, unless it is
# newer than everything that it is made of.
build_release() {
  [ -z "${COMMITDIARY_BINARY-}" ] || return 0
  need_swift
  # shellcheck disable=SC2086 # The list is one of words.
  need_packages $build_packages
  cd "$root"
  if [ -x "$binary" ] && [ -z "$(find Package.swift Sources Plugins Localization -newer "$binary" -print -quit)" ]; then
    cd "$OLDPWD"
    return 0
  fi
  say "Building commitdiary (a minute or two the first time)..."
  build_product commitdiary
  # A linker writes a file here and there; one that is written from end to end is mapped in larger
  # pieces, and so starts sooner.
  cp "$binary" "$binary.whole"
  mv -f "$binary.whole" "$binary"
  cd "$OLDPWD"
}

# The small GitHub of the tests, beside the program.
build_stand_in() {
  need_swift
  cd "$root"
  build_product github-stand-in
  cd "$OLDPWD"
}

build_product() {
  log=$root/.build/release.log
  # The C++ runtime, which Swift's needs, is linked in too: the loader would take longer to bind it
  # than the program takes to list its notes. A folder that has only the archive makes the linker
  # take that.
  archives=$root/.build/archives
  mkdir -p "$archives"
  ln -sf "$(clang -print-file-name=libstdc++.a)" "$archives/libstdc++.a"
  # No symbols, no library from beside the program, and a place in memory that is known beforehand:
  # else the loader writes to every third page of it before anything runs.
  swift build -c release --static-swift-stdlib --disable-local-rpath -Xlinker -s -Xlinker --no-pie \
    -Xlinker "-L$archives" --product "$1" >"$log" 2>&1 ||
    { cat "$log" >&2; die "The build failed."; }
}
