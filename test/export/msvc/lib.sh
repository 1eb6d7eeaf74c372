#!/bin/sh
# Stands for Microsoft's lib, as far as it makes what a library is linked with in the place of a program: by a list of its functions.
for word; do
  case "$word" in
    /name:*) name=${word#/name:} ;;
    /def:*) list=${word#/def:} ;;
    /out:*) output=${word#/out:} ;;
  esac
done
exec x86_64-w64-mingw32-dlltool -m i386:x86-64 -d "$list" -l "$output" -D "$name"
