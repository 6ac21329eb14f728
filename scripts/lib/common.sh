# Included by the other scripts: the paths of the project, and functions to install and build.

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# The program that the scripts run and install. If COMMITDIARY_BINARY is set, it is not built.
# Release builds have a folder of their own, so that they can run beside the build of the tests.
program_build=$root/.build/program
binary=${COMMITDIARY_BINARY:-$program_build/release/commitdiary}

# The C libraries that the program is built against. It loads all but the first only when it needs them.
build_packages='libsqlite3-dev libcurl4-openssl-dev libsecret-1-dev zlib1g-dev libsodium-dev pkg-config'

# The options for every build but the release. Without debug information a build is a fifth faster,
# and backtraces still contain function names. Without an index of the system's modules it is a sixth
# faster. A build with other options would rebuild everything.
debug_options='-debug-info-format none -Xswiftc -index-ignore-system-modules'

# No test uses XCTest, and looking for such tests takes two seconds.
test_options="$debug_options --disable-xctest"

# Who publishes the packages. There is no mailbox yet.
maintainer='The commitdiary authors <authors@commitdiary.invalid>'

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Installs the missing ones of the named Debian packages, and lists them. If none is missing, it
# needs neither a network nor root.
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

# The version in the sources.
program_version() { sed -n 's/.*let current = "\(.*\)"/\1/p' "$root/Sources/Context/Version.swift"; }

# Builds the release binary, statically linked with the Swift runtime and without symbols, unless it
# is newer than its sources.
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
  say "Building commitdiary (a few minutes the first time)..."
  build_product commitdiary
  # The linker writes the file in scattered pieces. A sequentially written copy is mapped in larger
  # pages, so it starts faster.
  cp "$binary" "$binary.whole"
  mv -f "$binary.whole" "$binary"
  cd "$OLDPWD"
}

# Builds the stand-in server of the tests.
build_stand_in() {
  need_swift
  cd "$root"
  build_product github-stand-in
  cd "$OLDPWD"
}

# The commit of the sources and its date, such as `1a2b3c4d 2026-11-21`, with a `+` after the id if
# they were changed since; nothing outside of a clone.
source_commit() {
  commit=$(git -C "$root" log -1 --date=short --format='%H %cd' 2>/dev/null) || return 0
  changed=
  [ -z "$(git -C "$root" status --porcelain -- Package.swift Sources Plugins Localization)" ] ||
    changed=+
  printf '%.8s%s %s' "$commit" "$changed" "${commit#* }"
}

# Compiles an object file with the commit, and prints its path. The path contains the commit, because
# the program is linked again only if the options of the linker change.
source_object() {
  commit=$(source_commit)
  object=$program_build/source-$(printf %s "$commit" | tr ' ' '-').o
  printf 'const char diary_source_commit[] = "%s";\n' "$commit" |
    clang -x c -c -o "$object" - || return
  printf %s "$object"
}

build_product() {
  log=$program_build/$1.log
  # The C++ runtime, which the Swift runtime needs, is linked statically: binding the shared library
  # would take longer than listing the notes. The linker chooses the archive because the folder
  # contains nothing else.
  archives=$program_build/archives
  mkdir -p "$archives"
  ln -sf "$(clang -print-file-name=libstdc++.a)" "$archives/libstdc++.a"
  source=$(source_object) || die "clang cannot compile the commit of the sources."
  # Without symbols, without a search path for libraries next to the program, and not position
  # independent: otherwise the loader relocates a third of its pages before it runs, and a start takes
  # a fifth longer. No symbols are exported either: the Swift runtime would read the list of them at
  # every start. Functions are bound when they are first called: binding all of them (-z now) would
  # take another 8 % of a start.
  # Without the hashes with which the compiler skips what has not changed: they contain the paths of the
  # build, and two builds would differ.
  swift build -c release --scratch-path "$program_build" --static-swift-stdlib \
    -debug-info-format none \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
    --disable-local-rpath -Xlinker -s -Xlinker --no-pie -Xlinker --no-export-dynamic \
    -Xlinker "-L$archives" -Xlinker "$source" --product "$1" \
    >"$log" 2>&1 ||
    { cat "$log" >&2; die "The build failed."; }
}

# Puts what is installed into a folder: the program, its manual in every language, completions, and
# the script that installs and removes them.
stage_files() {
  mkdir -p "$1/bin" "$1/lib/commitdiary" "$1/share/bash-completion/completions" \
    "$1/share/zsh/site-functions" "$1/share/fish/vendor_completions.d"
  cp "$binary" "$1/bin/commitdiary"
  cp "$root/scripts/lib/package/install" "$1/lib/commitdiary/install"
  chmod 755 "$1/bin/commitdiary" "$1/lib/commitdiary/install"
  "$binary" completion bash >"$1/share/bash-completion/completions/commitdiary"
  "$binary" completion zsh >"$1/share/zsh/site-functions/_commitdiary"
  "$binary" completion fish >"$1/share/fish/vendor_completions.d/commitdiary.fish"
  for catalog in "$root"/Localization/*.po; do
    language=$(basename "$catalog" .po)
    [ "$language" = en ] && pages=man1 || pages=$language/man1
    mkdir -p "$1/share/man/$pages"
    "$binary" --quiet --lang "$language" man --to "$1/share/man/$pages"
  done
}
