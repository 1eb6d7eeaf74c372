#!/bin/sh
# Stands for Microsoft's cl: clang reads the command line as cl does, and the sources as a compiler that is no gcc; MinGW links them.
here=$(dirname "$(readlink -f "$0")")
if [ $# -eq 0 ]; then
  echo 'Microsoft (R) C/C++ Optimizing Compiler Version 19.38 for x64 (a stand-in)' >&2
  exit 0
fi
flags= sources= output= library= preprocess= linking= libraries=
for word; do
  case "$word" in
    /link) linking=1 ;;
    /E) preprocess=1 ;;
    /LD) library=-shared ;;
    /Fe:*) output=${word#/Fe:} ;;
    *.c) sources="$sources $word" ;;
    *.lib) [ -n "$linking" ] || libraries="$libraries $word" ;;
    /experimental:c11atomics) ;;
    *) [ -n "$linking" ] || flags="$flags $word" ;;
  esac
done
compile="clang --driver-mode=cl --target=x86_64-w64-mingw32 -Wno-unused-command-line-argument -Wgnu -Wvla -Werror=gnu -Werror=vla -Wno-gnu-zero-variadic-macro-arguments -Werror=implicit-function-declaration /clang:-ffp-contract=off -Wno-builtin-macro-redefined /GS-"
if [ -n "$preprocess" ]; then exec $compile $flags /E $sources; fi
# The headers are read once for all sources.
objects= before=as-cl.$$
trap 'rm -f "$before.c" "$before.pch" "$before.obj"' EXIT
: >"$before.c"
$compile $flags "/I$here" /FIas-cl.h /Ycas-cl.h "/Fp$before.pch" /c "$before.c" "/Fo$before.obj" || exit 1
for source in $sources; do
  object=$(basename "$source" .c).obj
  $compile $flags "/I$here" /FIas-cl.h /Yuas-cl.h "/Fp$before.pch" /c "$source" "/Fo$object" || exit 1
  objects="$objects $object"
done
x86_64-w64-mingw32-gcc $library -s -static-libgcc -Wl,--no-insert-timestamp $objects $libraries -o "$output"
