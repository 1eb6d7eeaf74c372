/** Options of gcc that Microsoft's cl does not need. */
const idle =
  /^-(fPIC|fvisibility=hidden|fno-math-errno|fno-jump-tables|s|static|static-libgcc|lm|Wall|Wextra|Wl,--no-insert-timestamp)$/;

/**
 * Options with a direct equivalent in cl: C11, no contraction of a · b + c (the default of
 * /fp:precise since Visual Studio 2022), one section per function.
 */
const alone: Readonly<Record<string, readonly string[]>> = {
  '-std=gnu11': ['/std:c11', '/experimental:c11atomics'],
  '-ffp-contract=off': ['/fp:precise'],
  '-ffunction-sections': ['/Gy'],
  '-shared': ['/LD'],
  '-O0': ['/Od'],
  '-O1': ['/O1'],
  '-O2': ['/O2'],
  '-O3': ['/O2'],
  '-Os': ['/O1'],
  '-w': ['/w'],
  '-E': ['/E'],
};

/** Options for the linker. */
const linking: Readonly<Record<string, readonly string[]>> = { '-Wl,--gc-sections': ['/OPT:REF'] };

/**
 * Translates gcc options to options of Microsoft's cl. Adds /Brepro, so that equal sources give
 * equal bytes.
 *
 * @throws Error for an unknown option, which is a programming error of the caller
 */
export function clOptions(words: readonly string[]): string[] {
  const compiling = ['/nologo', '/Brepro'];
  const last = ['/link', '/Brepro'];
  for (let k = 0; k < words.length; k++) {
    const word = words[k];
    const [, letter, value = ''] = /^-([IDo])(.*)$/s.exec(word) ?? [];
    if (word in alone) compiling.push(...alone[word]);
    else if (word in linking) last.push(...linking[word]);
    else if (letter !== undefined) {
      const optionValue = value === '' ? words[++k] : value;
      compiling.push(letter === 'o' ? `/Fe:${optionValue}` : `/${letter}${optionValue}`);
    } else if (!word.startsWith('-')) compiling.push(word);
    else if (!idle.test(word)) throw new Error(`cl: no translation for the gcc option ${word}.`);
  }
  return [...compiling, ...(words.includes('-E') ? [] : last)];
}
