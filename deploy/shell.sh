#!/usr/bin/env bash
# Writes man pages and completions of the command `umbra` from those of both programs.
# Usage: deploy/shell.sh PROGRAMS SHARE
set -euo pipefail
programs=$1 share=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$share"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}

# umbra-serve(1) is the page of the server, umbra-COMMAND(1) that of a command.
for program in server builder; do
    "$programs/$program" man "$work/$program"
    rm -f "$work/$program/"*-{man,completions}.1 "$work/$program/builder.1"
    for page in "$work/$program/"*.1; do
        name=$(basename "$page") name=${name/#$program-/umbra-} name=${name/#server.1/umbra-serve.1}
        # One [OPTIONS] replaces all of them, as in --help.
        sed -e "s/^\.TH .*/.TH ${name%.1} 1/" \
            -e "/^\.SH NAME/{n;s/^$program \\\\-/umbra\\\\-serve \\\\-/;s/^$program\\\\-/umbra\\\\-/}" \
            -e "/^\.SH SYNOPSIS/{n;s/^\\\\fB$program\\\\fR/\\\\fBumbra serve\\\\fR/" \
            -e "s/^\\\\fB$program /\\\\fBumbra /" \
            -e 's/\( \[\\fB\\-[^]]*\]\)\+/ [OPTIONS]/}' \
            -e "s/^$program\\\\-\(.*(1)\)$/umbra\\\\-\1/" "$page" >"$share/man/man1/$name"
    done
done
{
    printf '%s\n' '.TH umbra 1' '.SH NAME' 'umbra \- data about the Sun, the Moon and eclipses' \
        '.SH DESCRIPTION' .nf
    bash deploy/umbra --help | sed -e 's/-/\\-/g' -e "s/'/\\\\(aq/g"
    echo .fi
} >"$share/man/man1/umbra.1"

commands() {
    "$programs/$1" completions fish |
        sed -n "s/.*_needs_command\" -f -a \"\([^\"]*\)\".*/\1/p" | grep -Evx 'completions|man|help'
}
build=$(commands builder | paste -sd' ') all="serve $(commands server | paste -sd' ') $build"

for program in server builder; do
    "$programs/$program" completions bash | sed '/^if \[\[/,$d'
done >"$work/bash"
cat - "$work/bash" >"$share/bash-completion/completions/umbra" <<END
_umbra() {
    if ((COMP_CWORD == 1)); then
        COMPREPLY=(\$(compgen -W "$all" -- "\$2"))
    elif [[ " $build " == *" \${COMP_WORDS[1]} "* ]]; then
        _builder "\$@"
    else
        _server "\$@"
    fi
}
complete -F _umbra -o bashdefault -o default umbra
END

{
    echo '#compdef umbra'
    for program in server builder; do
        "$programs/$program" completions zsh | sed -e '/^#compdef/d' -e '/^if \[ "\$funcstack/,$d'
    done
    cat <<END
_umbra() {
    if ((CURRENT == 2)); then
        compadd $all
    elif [[ \$words[2] == serve ]]; then
        shift words
        ((CURRENT--))
        _server
    elif [[ " $build " == *" \$words[2] "* ]]; then
        _builder
    else
        _server
    fi
}
_umbra "\$@"
END
} >"$share/zsh/site-functions/_umbra"

# Options before a command are options of `serve` in one program, and of `build` in the other.
{
    "$programs/server" completions fish |
        sed 's/"__fish_server_needs_command" -\([sl]\)/"__fish_server_using_subcommand serve" -\1/'
    echo 'complete -c server -n "__fish_server_needs_command" -f -a "serve" -d "Serves the published tables"'
    "$programs/builder" completions fish | sed '/"__fish_builder_needs_command" -[sl]/d'
} | sed 's/^complete -c \(server\|builder\)/complete -c umbra/' >"$share/fish/vendor_completions.d/umbra.fish"
