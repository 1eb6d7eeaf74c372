import { manifest } from './every-type.ts';

interface CoreExports {
  memory: WebAssembly.Memory;
  table(): number;
  derivatives(): number;
  initialize(t: number): void;
  step(t: number, H: number): number;
}

const bytesOf: Record<string, number> = {
  Float32: 4,
  Int8: 1,
  UInt8: 1,
  Int16: 2,
  UInt16: 2,
  Boolean: 1,
  Clock: 1,
};
const eightByteTypes = ['Float64', 'Int64', 'UInt64'];

/**
 * Runs the core module as the fast host does: through its direct exports, with variables in memory.
 */
export function runCore(
  core: Uint8Array,
): CoreExports & { read(vr: number): Uint8Array; write(vr: number, bytes: Uint8Array): void } {
  const module = new WebAssembly.Module(core as BufferSource);
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as CoreExports;
  const memory = (): Uint8Array => new Uint8Array(exports.memory.buffer);
  const place = (vr: number): [number, number] => {
    const at = new DataView(exports.memory.buffer).getUint32(exports.table() + 4 * vr, true);
    const v = manifest.variables[vr - 1];
    const size = (v.dimensions ?? [1]).reduce((n, d) => n * d, 1);
    return [at, size * (eightByteTypes.includes(v.type) ? 8 : (bytesOf[v.type] ?? 4))];
  };
  return {
    ...exports,
    read: (vr) => {
      const [at, n] = place(vr);
      return memory().slice(at, at + n);
    },
    write: (vr, bytes) => memory().set(bytes, place(vr)[0]),
  };
}
