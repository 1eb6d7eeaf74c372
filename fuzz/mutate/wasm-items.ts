import { Reader } from '../../fmu-sdk/wasm/wasm-reader.ts';

/** Sections of a core module that are lists (WebAssembly Core 2.0, 5.5). */
export const section = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  code: 10,
  data: 11,
} as const;

/** An entry of a list, as it is written. */
export type Item = Uint8Array;

type Skip = (reader: Reader) => void;

const text: Skip = (r) => r.skip(r.number());
const types: Skip = (r) => r.skip(r.number());
const limits: Skip = (r) => {
  if ((r.byte() & 1) === 1) r.number();
  r.number();
};
/** A constant expression: as far as its end, over the operand of a constant. */
const constant: Skip = (r) => {
  for (let op = r.byte(); op !== 0x0b; op = r.byte()) {
    if (op === 0x44) r.skip(8);
    else if (op === 0x43) r.skip(4);
    else r.number();
  }
};

const skips: Readonly<Record<number, Skip>> = {
  [section.type]: (r) => {
    r.byte();
    types(r);
    types(r);
  },
  [section.import]: (r) => {
    text(r);
    text(r);
    const kind = r.byte();
    if (kind === 0) r.number();
    else if (kind === 3) r.skip(2);
    else {
      if (kind === 1) r.byte();
      limits(r);
    }
  },
  [section.function]: (r) => void r.number(),
  [section.table]: (r) => {
    r.byte();
    limits(r);
  },
  [section.memory]: limits,
  [section.global]: (r) => {
    r.skip(2);
    constant(r);
  },
  [section.export]: (r) => {
    text(r);
    r.byte();
    r.number();
  },
  [section.code]: (r) => r.skip(r.number()),
  [section.data]: (r) => {
    const flags = r.number();
    if (flags === 2) r.number();
    if (flags !== 1) constant(r);
    text(r);
  },
};

/**
 * Lists the entries of a section. Returns undefined if the section is not a list, or its content is
 * inconsistent.
 */
export function itemsOf(id: number, body: Uint8Array): Item[] | undefined {
  const skip = skips[id];
  if (skip === undefined) return undefined;
  const reader = new Reader(body);
  const items: Item[] = [];
  try {
    for (let n = reader.number(); n > 0; n--) {
      const begin = reader.at;
      skip(reader);
      items.push(body.slice(begin, reader.at));
    }
    return items;
  } catch {
    return undefined;
  }
}
