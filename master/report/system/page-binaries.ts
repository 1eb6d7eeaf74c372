import type { Binary } from '../../../fmu-sdk/host/choice/host.ts';
import type { ComponentBinary } from '../../../fmu-sdk/host/component/open-component.ts';
import { linkerText } from '../../../fmu-sdk/host/component/translation/component-program.ts';
import type { CoreBinary } from '../../../fmu-sdk/host/wasm/core-host.ts';
import type { PageBinary } from './run-page-data.ts';

/** Returns true for WebAssembly, which pages can run: core modules and components. */
export function runsInPages(binary: Binary): boolean {
  return binary.form === 'core' || binary.form === 'component';
}

/**
 * Returns the binary of an FMU and its bytes. `script` is the text of the function that links a
 * component (`Translation.linker`).
 */
export function packBinary(binary: Binary): { binary: PageBinary; bytes: Uint8Array[]; script?: string } {
  if (binary.form === 'core') return { binary: { form: 'core' }, bytes: [(binary as CoreBinary).core] };
  const { kind, solver, tolerance, component } = binary as ComponentBinary;
  const driving = { form: 'component', kind, solver, tolerance } as const;
  if (component.form === 'core')
    return { binary: { ...driving, own: component.kind }, bytes: [component.core] };
  const { key, exports, declarations, cores, script } = component.translation;
  return {
    binary: { ...driving, translated: { key, exports, declarations, files: [...cores.keys()] } },
    bytes: [...cores.values()],
    script: linkerText(script),
  };
}

type Linkers = Readonly<Record<string, (...operands: readonly unknown[]) => unknown>>;

/** Restores a binary in the page, whose worker has the link functions of components by key. */
export function unpackBinary(binary: PageBinary, bytes: readonly Uint8Array[], linkers: Linkers): Binary {
  if (binary.form === 'core') return { form: 'core', core: bytes[0] } as CoreBinary;
  const { kind, solver, tolerance, own: coreKind, translated } = binary;
  const driving = { form: 'component', kind, solver, tolerance, trusted: false } as const;
  if (translated === undefined)
    return {
      ...driving,
      component: { form: 'core', core: bytes[0], kind: coreKind ?? 'coSimulation' },
    } as ComponentBinary;
  const { key, exports, declarations, files } = translated;
  const cores = new Map(files.map((file, k) => [file, bytes[k]]));
  const translation = { key, exports, declarations, cores, script: '', linker: linkers[key] };
  return { ...driving, component: { form: 'translated', translation } } as ComponentBinary;
}
