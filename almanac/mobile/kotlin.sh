# The Kotlin compiler, from a wheel on PyPI, for build.sh and test.sh; source this file in its folder. Needs
# cargo, JDK 17, JNA (Debian: libjna-java; JNA_JAR names another jna.jar) and python3 with venv.
fail() {
    echo "$0: $*" >&2
    exit 1
}
jna=${JNA_JAR:-/usr/share/java/jna.jar}
[ -r "$jna" ] || fail "there is no $jna: install libjna-java, or name the file in JNA_JAR"
target=$(cargo metadata --format-version 1 --no-deps --locked | grep -oP '"target_directory":"\K[^"]+')
wheel=kotlin-jupyter-kernel==0.19.0.944
hash=sha256:dc654a426a28e6621aeb0bd7772d268a9a877aabae4a17b73383752a416281a3
[ -d "$target/$wheel" ] || {
    python3 -m venv "$target/kotlin"
    "$target/kotlin/bin/pip" install --quiet --no-deps --target "$target/$wheel" --require-hashes \
        --requirement /dev/stdin <<<"$wheel --hash=$hash" || fail "PyPI lacks $wheel"
}
jars=$target/$wheel/run_kotlin_kernel/jars
stdlib=$(echo "$jars"/kotlin-stdlib-[0-9]*.jar)

# kotlinc CLASS_PATH FOLDER SOURCE…: classes that Kotlin 2.1 can read, too.
kotlinc() {
    java -cp "$jars/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -nowarn \
        -language-version 2.1 -api-version 2.1 -module-name umbra-almanac \
        -classpath "$stdlib:$jna:$1" -d "$2" "${@:3}"
}
