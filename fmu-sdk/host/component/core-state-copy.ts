import type { InstanceCopy } from '../state/instance-copy.ts';

/**
 * Copies everything that the code of these instances can change, in parts that are saved and
 * restored.
 */
export function coresCopy(cores: readonly WebAssembly.Instance[]): InstanceCopy | string {
  const parts: Part[] = [];
  const visited = new Set<unknown>();
  for (const { exports } of cores)
    for (const item of Object.values(exports)) {
      if (visited.has(item)) continue;
      visited.add(item);
      if (item instanceof WebAssembly.Memory) parts.push(new MemoryPart(item));
      else if (item instanceof WebAssembly.Table) parts.push(new TablePart(item));
      else if (item instanceof WebAssembly.Global) {
        const kind = kindOf(item);
        if (kind === 'hidden')
          return 'its core module has a global of 128 bits, which JavaScript cannot read (ask its author for FMU state)';
        if (kind === 'variable') parts.push(new GlobalPart(item));
      }
    }
  return {
    get bytes() {
      return parts.reduce((sum, part) => sum + part.bytes, 0);
    },
    take: () => {
      for (let i = 0; i < parts.length; i++) parts[i].take();
    },
    restore: () => {
      for (let i = 0; i < parts.length; i++) parts[i].restore();
    },
    release: () => {
      parts.length = 0;
    },
  };
}

interface Part {
  readonly bytes: number;
  take(): void;
  restore(): void;
}

/** Sets memory that was added since to zero, as new pages are, because a memory cannot shrink. */
class MemoryPart implements Part {
  private savedBytes = new Uint8Array();

  constructor(private readonly memory: WebAssembly.Memory) {}

  get bytes(): number {
    return this.savedBytes.length;
  }

  take(): void {
    const now = new Uint8Array(this.memory.buffer);
    if (this.savedBytes.length === now.length) this.savedBytes.set(now);
    else this.savedBytes = now.slice();
  }

  restore(): void {
    const now = new Uint8Array(this.memory.buffer);
    now.set(this.savedBytes);
    if (now.length > this.savedBytes.length) now.fill(0, this.savedBytes.length);
  }
}

class TablePart implements Part {
  private readonly savedEntries: unknown[] = [];

  constructor(private readonly table: WebAssembly.Table) {}

  get bytes(): number {
    return 4 * this.savedEntries.length;
  }

  take(): void {
    const { table, savedEntries: kept } = this;
    for (let i = 0; i < table.length; i++) kept[i] = table.get(i);
    kept.length = table.length;
  }

  restore(): void {
    const { table, savedEntries: kept } = this;
    for (let i = 0; i < table.length; i++) {
      const entry = i < kept.length ? kept[i] : null;
      if (table.get(i) !== entry) table.set(i, entry);
    }
  }
}

class GlobalPart implements Part {
  readonly bytes = 8;
  private savedValue: unknown;

  constructor(private readonly global: WebAssembly.Global) {}

  take(): void {
    this.savedValue = this.global.value;
  }

  restore(): void {
    this.global.value = this.savedValue;
  }
}

export function kindOf(global: WebAssembly.Global): 'constant' | 'variable' | 'hidden' {
  let value: unknown;
  try {
    value = global.value;
  } catch {
    return 'hidden';
  }
  try {
    global.value = value;
    return 'variable';
  } catch {
    return 'constant';
  }
}
