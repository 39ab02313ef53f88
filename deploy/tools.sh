# The tools of a release, and an environment in which the same commit gives the same bytes in any folder.
# Source this file from the root folder. Needs cargo, git, python3 (3.11 or later) with venv, and PyPI.
#
# For programs that need glibc 2.28 only: cargo zigbuild --target $machine.$glibc …
# For wheels: maturin build --zig --target $machine --compatibility manylinux_2_28 …
machine=x86_64-unknown-linux-gnu glibc=2.28

[ -x target/tools/bin/pip ] || python3 -m venv target/tools
target/tools/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
    --requirement /dev/stdin <<'END'
ziglang==0.17.1 --hash=sha256:ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54
cargo-zigbuild==0.24.1 --hash=sha256:238a1ab54a95053a4eadc34775c81f795a8ad75f80bfed63f3f445f518102375
maturin==1.16.0 --hash=sha256:837db2f4d93d4899c3ac393fb3cc9eebf35b6002336e5d574f4a4fb6c49fe283
END
PATH=$PWD/target/tools/bin:$PATH

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
UMBRA_COMMIT=$(git describe --always --abbrev=12 --exclude='*' --dirty=-changed)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# Folders of the machine under other names: of crates, of the compiler, of the sources.
# Without the time at which a C file is compiled.
RUSTFLAGS= CFLAGS='-Wno-builtin-macro-redefined -D__DATE__="" -D__TIME__=""'
for pair in "${CARGO_HOME:-$HOME/.cargo}=/cargo" "$(rustc --print sysroot)=/rust" "$PWD=/umbra"; do
    RUSTFLAGS+=" --remap-path-prefix=$pair" CFLAGS+=" -ffile-prefix-map=$pair"
done
# A folder below $PWD, because its path is in generated sources, too.
CARGO_TARGET_DIR=$PWD/target/reproducible
export PATH UMBRA_COMMIT SOURCE_DATE_EPOCH RUSTFLAGS CFLAGS CARGO_TARGET_DIR
export CARGO_INCREMENTAL=0 LC_ALL=C.UTF-8 TZ=UTC
umask 022
