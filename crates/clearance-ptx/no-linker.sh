#!/bin/sh
# A linker that links nothing. With fat link-time optimisation rustc has written the whole program as PTX by then.
for word in "$@"; do
    [ "$previous" = "-o" ] && : > "$word"
    previous="$word"
done
exit 0
