import type { Target } from '../../fuzz/fuzz-target.ts';

/**
 * A target with four defects: a case that begins with h, hangs. With c, ends the process. With t,
 * throws. With p, changes a prototype.
 */
export const target: Target = {
  name: 'broken',
  about: 'what fuzzing has to find',
  mutate: (_, dice) =>
    Uint8Array.from([dice.of([97, 98]), ...Array.from({ length: 20 }, () => dice.below(256)), dice.of(ends)]),
  hasForm: () => true,
  run: (bytes) => {
    const last = bytes.at(-1);
    while (last === ends[0]);
    if (last === ends[1]) process.exit(7);
    if (last === ends[2]) throw new TypeError('thrown');
    if (last === ends[3]) (Object.prototype as Record<string, unknown>).polluted = true;
    return `accepted ${bytes.length}`;
  },
};

const ends = [...'hctpaaaaaaaa'].map((letter) => letter.charCodeAt(0));
