#!/usr/bin/env bash
# Installs the SBF toolchain on Debian bookworm (amd64) from Debian's mirror and the crate registry only: about 4 minutes.
#   PREFIX=/opt/sbf bash programs/setup.sh      needs root; what comes from sid stays private to PREFIX
#   MIRROR=...                                  Debian's mirror, when apt's own lists don't name one
# Gives $PREFIX/bin/sbpf-linker, and Debian's rustc and cargo with core and alloc for bpfel-unknown-none. $PREFIX/versions
# says which; the lines below that pin them are read by scripts/lib/reproduce.mjs, too.
set -euo pipefail
PREFIX=${PREFIX:-/opt/sbf}
LINKER_VERSION='0.2.6'
RUST_VERSION='1.96.0+dfsg1-1~deb12u2'
LLVM_VERSION='1:23.1.4-2'
export DEBIAN_FRONTEND=noninteractive
started=$SECONDS
step() { echo "== [$((SECONDS - started))s] $*"; }
get() { apt-get -o DPkg::Lock::Timeout=500 "$@"; }

# Lists come in two formats, and either place may be absent; finding none is for the test below, not for pipefail.
mirror_of_apt() {
  local places=()
  for place in /etc/apt/sources.list /etc/apt/sources.list.d; do [ -e "$place" ] && places+=("$place"); done
  [ ${#places[@]} -gt 0 ] || return 0
  { grep -rhoE '^[^#]*https?://[^ ]+/debian/?( |$)' "${places[@]}" || true; } |
    { grep -oE 'https?://[^ ]+' || true; } | { grep -v snapshot || true; } | sed -n '1p'
}
MIRROR=${MIRROR:-$(mirror_of_apt)}
[ -n "$MIRROR" ] || { echo "No Debian mirror found in /etc/apt: set MIRROR." >&2; exit 2; }

step "1/3 rustc 1.96 with core and alloc for BPF"
packages=(rustc-web cargo-web libstd-rust-web-dev-bpf)
get update -q
get install -yq --no-install-recommends ca-certificates "${packages[@]/%/=$RUST_VERSION}" || {
  echo "WARNING: rustc-web $RUST_VERSION is gone; the current one is taken, and the bytes will differ." >&2
  get install -yq --no-install-recommends ca-certificates "${packages[@]}"
}

step "2/3 libLLVM 23 and its own libc from sid, unpacked under $PREFIX"
mkdir -p "$PREFIX"/{apt/lists/partial,apt/cache/archives/partial,debs,llvm23,bin,link/lib}
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $MIRROR sid main" > "$PREFIX/apt/sid.list"
private=(
  -o Dir::Etc::sourcelist="$PREFIX/apt/sid.list" -o Dir::Etc::sourceparts=/nonexistent
  -o Dir::Etc::preferencesparts=/nonexistent -o Dir::State::lists="$PREFIX/apt/lists" -o Dir::Cache="$PREFIX/apt/cache"
  -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none
  -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
  -o Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false
)
apt-get "${private[@]}" update -q
libraries=(libc6 libstdc++6 libgcc-s1 libxml2-16 libz3-4 libzstd1 libffi8 libedit2 libbsd0 libmd0 libtinfo6 zlib1g)
(
  cd "$PREFIX/debs" && rm -f ./*.deb
  apt-get "${private[@]}" download "libllvm23=$LLVM_VERSION" "${libraries[@]}" || {
    echo "WARNING: libllvm23 $LLVM_VERSION is gone; the current one is taken, and the bytes may differ." >&2
    rm -f ./*.deb
    apt-get "${private[@]}" download libllvm23 "${libraries[@]}"
  }
  for package in *.deb; do dpkg-deb -x "$package" "$PREFIX/llvm23"; done
  dpkg-deb -f libllvm23_*.deb Version > "$PREFIX/llvm23/version"
)
rm -rf "$PREFIX/apt" "$PREFIX/debs" "$PREFIX/llvm23/usr/share"
ln -sf ../../llvm23/usr/lib/x86_64-linux-gnu/libLLVM.so.23.1 "$PREFIX/link/lib/libLLVM.so"

step "3/3 sbpf-linker $LINKER_VERSION against LLVM 23"
# Debian's rustc only: the crate ships a rust-toolchain.toml that rustup's proxies would obey. libLLVM wants a newer
# libc than the system's, which the wrapper below supplies.
env -u RUSTUP_TOOLCHAIN PATH=/usr/bin:/bin RUSTC=/usr/bin/rustc CARGO_HOME="${CARGO_HOME:-$PREFIX/cargo}" \
  LLVM_PREFIX="$PREFIX/link" RUSTFLAGS="-C link-arg=-Wl,--allow-shlib-undefined" CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
  /usr/bin/cargo install sbpf-linker --version "$LINKER_VERSION" --locked \
  --no-default-features --features bpf-linker/llvm-23 --root "$PREFIX/linker" --target-dir "$PREFIX/build"
rm -rf "$PREFIX/build"
cat > "$PREFIX/bin/sbpf-linker" <<'WRAPPER'
#!/bin/sh
prefix=$(cd "$(dirname "$0")/.." && pwd)
libraries=$prefix/llvm23/usr/lib/x86_64-linux-gnu
exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$prefix/linker/bin/sbpf-linker" "$@"
WRAPPER
chmod +x "$PREFIX/bin/sbpf-linker"
"$PREFIX/bin/sbpf-linker" --version
printf 'RUST_VERSION=%s\nLLVM_VERSION=%s\nLINKER_VERSION=%s\n' \
  "$(dpkg-query -Wf '${Version}' libstd-rust-web-dev-bpf)" "$(cat "$PREFIX/llvm23/version")" "$LINKER_VERSION" > "$PREFIX/versions"
step "done"
