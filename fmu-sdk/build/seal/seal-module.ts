import { memoryLimit } from '../../host/wasm/core-interface.ts';
import { declaredMemory } from '../../wasm/memory-section.ts';
import { readSections, uleb, writeSections } from '../../wasm/wasm-sections.ts';

/** Linear memory beside the memory of the unit [bytes], for the exchange of lists and state. */
const spare = 64 * 1024;
const page = 64 * 1024;

const custom = 0;
const memorySection = 5;

/**
 * Seals a core module: removes names and custom sections, and fixes the size of its memory (max =
 * min pages). The module is instantiated once, because the constructors of the unit determine this
 * size. They trap when they take more than a unit may have.
 */
export function seal(wasm: Uint8Array): Uint8Array {
  const pages = pagesNeeded(withMemory(wasm, declaredMemory(wasm).initial / page, memoryLimit / page));
  const sections = readSections(wasm).filter((section) => section.id !== custom);
  return withMemory(writeSections(sections), pages, pages);
}

/** Returns the module with a memory from `least` to `most` pages. */
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
