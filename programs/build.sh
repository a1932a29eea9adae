#!/usr/bin/env bash
# Rebuilds programs/artifacts/*.so, their hashes, both IDLs and the TypeScript client. Needs programs/setup.sh once.
#   PREFIX=/opt/sbf  where setup.sh put the toolchain      ONLY=so  the binaries alone      OUT=folder  elsewhere
#   ARCH=v3          for a cluster that takes no other SBPF version any more (with ONLY=so and OUT: the committed are v0)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PREFIX=${PREFIX:-/opt/sbf}
ARCH=${ARCH:-v0}
case $ARCH in v0) cpu=v2 ;; v3) cpu=v3 ;; *) echo "ARCH is v0 or v3." >&2; exit 2 ;; esac
export CARGO_HOME=${CARGO_HOME:-$PREFIX/cargo}
[ -x "$PREFIX/bin/sbpf-linker" ] || { echo "No toolchain under $PREFIX: run programs/setup.sh as root first." >&2; exit 2; }

# Debian's compiler, never rustup's. The linker has a variable of its own because RUSTFLAGS enter every crate's hash.
export PATH=/usr/bin:/bin:$(dirname "$(command -v node)") RUSTC=/usr/bin/rustc
export CARGO_TARGET_BPFEL_UNKNOWN_NONE_LINKER=$PREFIX/bin/sbpf-linker
unset RUSTUP_TOOLCHAIN RUSTFLAGS CARGO_BUILD_RUSTFLAGS || true
flags=(
  -C relocation-model=static -C target-cpu=$cpu -C target-feature=+allows-misaligned-mem-access
  # pinocchio asks for the operating system, and syscalls are called by hash
  '--cfg=target_os="solana"' '--cfg=target_feature="static-syscalls"' -A explicit_builtin_cfgs_in_flags
  -C link-arg=--arch=$ARCH -C link-arg=--deploy=false
  -C link-arg=--llvm-args=-bpf-stack-size=4096
  -C link-arg=--llvm-args=--bpf-max-stores-per-memfunc=5
  -C link-arg=--llvm-args=--disable-gotox
  -C link-arg=--llvm-args=--disable-ldsx
  -C link-arg=--llvm-args=--disable-movsx
  # no machine's paths in the binary
  "--remap-path-prefix=$CARGO_HOME/registry/src=/registry" "--remap-path-prefix=$here=/src"
)
printf -v joined '%s\x1f' "${flags[@]}"
export CARGO_ENCODED_RUSTFLAGS=${joined%$'\x1f'}

if [ -f "$here/../scripts/programs/check-factory.mjs" ]; then
  node "$here/../scripts/programs/check-factory.mjs"
fi
mkdir -p "${OUT:-$here/artifacts}"
for program in curve pool once; do
  (cd "$here" && /usr/bin/cargo build --release --locked -p $program --lib --target bpfel-unknown-none)
  made=$here/target/bpfel-unknown-none/release/lib$program.so
  # before anything is replaced: such a binary builds, and then reads another frame's bytes
  if [ -f "$here/../scripts/programs/check-stack.mjs" ]; then
    node "$here/../scripts/programs/check-stack.mjs" "$made"
  fi
  cp "$made" "${OUT:-$here/artifacts}/$program.so"
  (cd "${OUT:-$here/artifacts}" && sha256sum $program.so > $program.so.sha256 && cat $program.so.sha256)
done
[ "${ONLY:-}" = so ] && exit 0
# a program of somebody else's, which tests wrap around ours
(cd "$here" && /usr/bin/cargo build --release --locked -p noisy --lib --target bpfel-unknown-none)
cp "$here/target/bpfel-unknown-none/release/libnoisy.so" "$here/noisy/noisy.so"
unset CARGO_ENCODED_RUSTFLAGS
cd "$here/.."
node --import tsx scripts/programs/generate.ts
node scripts/programs/check-fresh.mjs --write binary client
