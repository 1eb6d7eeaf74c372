import { Reader } from '../../../fmu-sdk/wasm/wasm-reader.ts';
import { readSections, type Section, uleb, writeSections } from '../../../fmu-sdk/wasm/wasm-sections.ts';

/** Bytes of a wasm binary. */
export type Bytes = readonly number[] | Uint8Array;

export const types = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c } as const;
export type Type = keyof typeof types;

export function bytes(...parts: readonly Bytes[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const repeated = (count: number, part: Bytes): Uint8Array => {
  const all = new Uint8Array(count * part.length);
  for (let i = 0; i < count; i++) all.set(part, i * part.length);
  return all;
};

/** A list in wasm format: a count followed by the items. */
export const list = (count: number, items: Bytes): Uint8Array => bytes(uleb(count), items);

export const section = (id: number, body: Bytes): Section => ({ id, body: bytes(body) });

export const f64 = (value: number): number[] => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const text = (name: string): Uint8Array => {
  const utf8 = new TextEncoder().encode(name);
  return bytes(uleb(utf8.length), utf8);
};

/** Endless code, and code that stops at once. */
export const loop: Bytes = [0x03, 0x40, 0x0c, 0x00, 0x0b, 0x00];
export const trap: Bytes = [0x00];

interface Entry {
  begin: number;
  end: number;
}

/** A real core module to modify. Each change returns a new one. */
export class Core {
  constructor(readonly sections: readonly Section[]) {}

  static of(wasm: Uint8Array): Core {
    return new Core(readSections(wasm));
  }

  bytes(): Uint8Array {
    return writeSections(this.sections);
  }

  section(id: number): Section | undefined {
    return this.sections.find((candidate) => candidate.id === id);
  }

  /** Replaces a section, or inserts it. */
  with(id: number, body: Bytes): Core {
    const rest = this.sections.filter((candidate) => candidate.id !== id);
    const order = (value: number): number => [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11].indexOf(value);
    const at = rest.findIndex((candidate) => order(candidate.id) > order(id));
    const where = at < 0 ? rest.length : at;
    return new Core([...rest.slice(0, where), section(id, body), ...rest.slice(where)]);
  }

  /** Replaces the body of an exported function. */
  body(name: string, code: Bytes, locals: Bytes = [0]): Core {
    return this.replaced(10, this.functionAt(name), () => {
      const whole = bytes(locals, code, [0x0b]);
      return bytes(uleb(whole.length), whole);
    });
  }

  /** Changes the signature of an exported function, whose body then traps. */
  typed(name: string, params: readonly Type[], results: readonly Type[]): Core {
    const typeSection = this.section(1)?.body as Uint8Array;
    const reader = new Reader(typeSection);
    const count = reader.number();
    const vector = (all: readonly Type[]): Uint8Array =>
      list(
        all.length,
        all.map((type) => types[type]),
      );
    const added = bytes(
      uleb(count + 1),
      typeSection.subarray(reader.at),
      [0x60],
      vector(params),
      vector(results),
    );
    return this.body(name, trap)
      .with(1, added)
      .replaced(3, this.functionAt(name), () => uleb(count));
  }

  /** Renames an export. */
  renamed(from: string, to: string): Core {
    const body = this.section(7)?.body as Uint8Array;
    const { begin, end } = this.exported(from);
    return this.with(7, bytes(body.subarray(0, begin), text(to), body.subarray(end)));
  }

  /** Adds a start function. */
  started(code: Bytes): Core {
    const typeSection = this.section(1)?.body as Uint8Array;
    const reader = new Reader(typeSection);
    const count = reader.number();
    const functions = this.section(3)?.body as Uint8Array;
    const bodies = this.section(10)?.body as Uint8Array;
    const [f, b] = [new Reader(functions), new Reader(bodies)];
    const n = f.number();
    b.number();
    const whole = bytes([0], code, [0x0b]);
    return this.with(1, bytes(uleb(count + 1), typeSection.subarray(reader.at), [0x60, 0, 0]))
      .with(3, bytes(uleb(n + 1), functions.subarray(f.at), uleb(count)))
      .with(10, bytes(uleb(n + 1), bodies.subarray(b.at), uleb(whole.length), whole))
      .with(8, uleb(this.imported + n));
  }

  private get imported(): number {
    const reader = new Reader(this.section(2)?.body ?? Uint8Array.of(0));
    return reader.list(() => {
      reader.name();
      reader.name();
      reader.byte();
      reader.number();
    });
  }

  without(id: number): Core {
    return new Core(this.sections.filter((candidate) => candidate.id !== id));
  }

  reversed(): Core {
    return new Core([...this.sections].reverse());
  }

  /** Returns the index of an exported function. */
  index(name: string): number {
    return this.exported(name).index;
  }

  /** Returns the position of an export's name in its section. */
  private exported(name: string): Entry & { index: number } {
    const reader = new Reader(this.section(7)?.body as Uint8Array);
    let match: (Entry & { index: number }) | undefined;
    reader.list(() => {
      const begin = reader.at;
      const its = reader.name();
      const end = reader.at;
      reader.byte();
      const index = reader.number();
      if (its === name) match = { begin, end, index };
    });
    if (match === undefined) throw new Error(`the core has no export ${name}`);
    return match;
  }

  private functionAt(name: string): number {
    return this.exported(name).index - this.imported;
  }

  /** Replaces an entry in the function or code section. */
  private replaced(id: 3 | 10, at: number, make: () => Bytes): Core {
    const { body } = this.section(id) as Section;
    const reader = new Reader(body);
    let entry: Entry | undefined;
    reader.list((i) => {
      const begin = reader.at;
      const number = reader.number();
      if (id === 10) reader.skip(number);
      if (i === at) entry = { begin, end: reader.at };
    });
    const { begin, end } = entry as Entry;
    return this.with(id, bytes(body.subarray(0, begin), make(), body.subarray(end)));
  }
}
