import { readSections } from '../../wasm/wasm-sections.ts';

/** Names that a WebAssembly component imports and exports. */
export interface Component {
  readonly kind: 'component' | 'module' | 'unknown';
  readonly imports: readonly string[];
  readonly exports: readonly string[];
  /** Why it could not be read to its end. */
  readonly fault: string | undefined;
}

const importSection = 10;
const exportSection = 11;

/**
 * Reads the outer sections of a component (WebAssembly Component Model, Binary.md), without running
 * it.
 */
export function readComponent(bytes: Uint8Array): Component {
  const kind = kindOf(bytes);
  const imports: string[] = [];
  const exports: string[] = [];
  if (kind !== 'component') return { kind, imports, exports, fault: undefined };
  try {
    for (const { id, body } of readSections(bytes)) {
      if (id === importSection) new Reader(body).vector((r) => imports.push(r.importName()));
      if (id === exportSection) new Reader(body).vector((r) => exports.push(r.exportName()));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind, imports, exports, fault: error.message };
  }
  return { kind, imports, exports, fault: undefined };
}

function kindOf(bytes: Uint8Array): Component['kind'] {
  const head = [...bytes.subarray(0, 8)].join(' ');
  if (head === '0 97 115 109 13 0 1 0') return 'component';
  return head === '0 97 115 109 1 0 0 0' ? 'module' : 'unknown';
}

class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  vector(item: (reader: Reader) => void): void {
    const count = this.number();
    for (let k = 0; k < count; k++) item(this);
  }

  importName(): string {
    const name = this.name();
    this.description();
    return name;
  }

  exportName(): string {
    const name = this.name();
    this.sort();
    this.number();
    if (this.byte() === 1) this.description();
    return name;
  }

  private name(): string {
    this.byte();
    const length = this.number();
    const text = new TextDecoder('utf-8').decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    if (this.at > this.bytes.length) throw new RangeError('a name ends beyond its section');
    return text;
  }

  private sort(): number {
    const sort = this.byte();
    if (sort === 0) this.byte();
    return sort;
  }

  /** An `externdesc`: a sort and an index or a bound. */
  private description(): void {
    const sort = this.sort();
    const isBound = sort === 2 || sort === 3;
    const equals = isBound ? this.byte() : 0;
    if (!(sort === 3 && equals === 1)) this.number();
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('an item ends beyond its section');
    return byte;
  }

  /** LEB128. */
  private number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift > 28) throw new RangeError('a number is too long');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }
}
