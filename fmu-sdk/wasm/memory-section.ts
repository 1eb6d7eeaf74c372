import { readSections } from './wasm-sections.ts';

const memorySection = 5;
export const pageBytes = 65536;

/**
 * Returns the initial and the largest size [bytes] of the memory of a core module. Reads them
 * before anything of the module is allocated.
 */
export function declaredMemory(core: Uint8Array): { initial: number; largest: number } {
  const section = readSections(core).find(({ id }) => id === memorySection);
  if (section === undefined) return { initial: 0, largest: 0 };
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = section.body[at++];
      if (byte === undefined || shift > 63) throw new RangeError('the memory section is cut short');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  if (number() === 0) return { initial: 0, largest: 0 };
  const bounded = (number() & 1) === 1;
  const initial = number() * pageBytes;
  return { initial, largest: bounded ? number() * pageBytes : Number.POSITIVE_INFINITY };
}
