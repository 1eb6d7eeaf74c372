/** A section of a wasm binary: its id and its body. */
export interface Section {
  id: number;
  body: Uint8Array;
}

/** First bytes of a core module. */
export const coreHeader: Uint8Array = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
/** Largest number of sections: a component has one for every few of its definitions. */
const sectionLimit = 100_000;

/**
 * Splits a core module or a component into its sections. Throws a RangeError if the binary is
 * truncated.
 */
export function readSections(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  let at = coreHeader.length;
  while (at < wasm.length) {
    const id = wasm[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      if (byte === undefined || shift > 28) throw new RangeError(`section ${id} is cut short at byte ${at}`);
      size += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    if (at + size > wasm.length) throw new RangeError(`section ${id} is cut short at byte ${at}`);
    if (sections.length === sectionLimit) throw new RangeError(`it has more than ${sectionLimit} sections`);
    sections.push({ id, body: wasm.subarray(at, at + size) });
    at += size;
  }
  return sections;
}

export function writeSections(sections: readonly Section[]): Uint8Array {
  const parts = [
    coreHeader,
    ...sections.flatMap(({ id, body }) => [new Uint8Array([id, ...uleb(body.length)]), body]),
  ];
  const out = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Unsigned LEB128. */
export function uleb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
}
