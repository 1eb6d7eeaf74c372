import { memoryLimit } from '../../host/wasm/wasm-instance.ts';
import { declaredMemory } from '../../wasm/memory-section.ts';
import { readSections, uleb, writeSections } from '../../wasm/wasm-sections.ts';

/** Bytes of linear memory beyond the unit's own that a module keeps, for exchanging lists and state. */
const spare = 64 * 1024;
const page = 64 * 1024;

const custom = 0;
const memorySection = 5;

/**
 * Seals a core module: no names, no custom sections, memory that cannot grow (max = min pages). The memory is
 * sized by what the unit's constructors really took, which is why the module is instantiated once here; they trap
 * when they take more than a unit may have.
 */
export function seal(wasm: Uint8Array): Uint8Array {
  const pages = pagesNeeded(withMemory(wasm, declaredMemory(wasm).initial / page, memoryLimit / page));
  const kept = readSections(wasm).filter((section) => section.id !== custom);
  return withMemory(writeSections(kept), pages, pages);
}

/** The module with a memory from `least` to `most` pages. */
function withMemory(wasm: Uint8Array, least: number, most: number): Uint8Array {
  return writeSections(
    readSections(wasm).map((section) =>
      section.id === memorySection
        ? { ...section, body: new Uint8Array([1, 1, ...uleb(least), ...uleb(most)]) }
        : section,
    ),
  );
}

function pagesNeeded(wasm: Uint8Array): number {
  const compiled = new WebAssembly.Module(wasm as BufferSource);
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    imports[module] ??= {};
    imports[module][name] = () => 0;
  }
  const { memory, stateSize } = new WebAssembly.Instance(compiled, imports).exports as unknown as {
    memory: WebAssembly.Memory;
    stateSize(): number;
  };
  return Math.max(memory.buffer.byteLength / page, Math.ceil((4 * stateSize() + spare) / page));
}
