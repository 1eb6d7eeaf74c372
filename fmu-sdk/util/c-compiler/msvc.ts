/** Words of gcc that say nothing to Microsoft's cl: how it is there anyhow. */
const idle =
  /^-(fPIC|fvisibility=hidden|fno-math-errno|fno-jump-tables|s|static|static-libgcc|lm|Wall|Wextra|Wl,--no-insert-timestamp)$/;

/** Words that stand alone, by those of cl: C11, no contraction of a · b + c (which /fp:precise leaves out since Visual Studio 2022), a section for each function. */
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

/** Words for the linker. */
const linking: Readonly<Record<string, readonly string[]>> = { '-Wl,--gc-sections': ['/OPT:REF'] };

/**
 * A command line of gcc in the words of Microsoft's cl. Throws an Error for a word that it does not know: it is a defect of who asks.
 * No time stamps: the same sources give the same bytes (/Brepro).
 */
export function clWords(words: readonly string[]): string[] {
  const compiling = ['/nologo', '/Brepro'];
  const last = ['/link', '/Brepro'];
  for (let k = 0; k < words.length; k++) {
    const word = words[k];
    const [, letter, value = ''] = /^-([IDo])(.*)$/s.exec(word) ?? [];
    if (word in alone) compiling.push(...alone[word]);
    else if (word in linking) last.push(...linking[word]);
    else if (letter !== undefined) {
      const given = value === '' ? words[++k] : value;
      compiling.push(letter === 'o' ? `/Fe:${given}` : `/${letter}${given}`);
    } else if (!word.startsWith('-')) compiling.push(word);
    else if (!idle.test(word)) throw new Error(`cl: there is no word for ${word}.`);
  }
  return [...compiling, ...(words.includes('-E') ? [] : last)];
}
