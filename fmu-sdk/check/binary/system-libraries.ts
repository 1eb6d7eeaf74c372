/** Libraries that every system of their kind has, in lower case. */
const patterns: readonly RegExp[] = [
  // glibc, the dynamic linker, the compilers' support libraries
  /^(libc|libm|libdl|libpthread|librt|libutil|libresolv|libgcc_s|libstdc\+\+|libatomic)\.so(\.\d+)*$/,
  /^ld-linux[\w-]*\.so\.\d+$/,
  /^linux-vdso\.so\.\d+$/,
  // Windows and its universal C runtime
  /^(kernel32|user32|gdi32|advapi32|shell32|ole32|oleaut32|ws2_32|ntdll|msvcrt|ucrtbase|shlwapi|bcrypt|version)\.dll$/,
  /^(api|ext)-ms-win-[\w-]+\.dll$/,
  // macOS
  /^\/usr\/lib\//,
  /^\/system\/library\//,
];

export function isSystemLibrary(name: string): boolean {
  return patterns.some((pattern) => pattern.test(name.toLowerCase()));
}
