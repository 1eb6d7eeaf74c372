import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { readSections, uleb } from '../../../fmu-sdk/wasm/wasm-sections.ts';
import { root } from '../../run-fmu.ts';
import { bytes, Core } from './craft.ts';

export const good: string = join(root, 'dist/joystick.fmu');
const componentPath = 'binaries/wasm32-wasip2/joystick.wasm';

export interface Parts {
  description: string;
  component: Uint8Array;
  core: Core;
}

/** Splits the good FMU into its parts. */
export async function parts(): Promise<Parts> {
  const archive = await openArchive(good);
  const component = await archive.bytes(componentPath);
  const description = await archive.text('modelDescription.xml');
  return { description, component, core: Core.of(coreModuleOf(component)) };
}

/** Returns the component of a fmukit FMU with another core module. */
export function wrapped(component: Uint8Array, core: Uint8Array): Uint8Array {
  let first = true;
  const sections = readSections(component).map(({ id, body }) => {
    if (id !== 1 || !first) return { id, body };
    first = false;
    return { id, body: core };
  });
  return bytes(
    component.subarray(0, 8),
    ...sections.map(({ id, body }) => bytes([id], uleb(body.length), body)),
  );
}

/** Writes an FMU with this binary and without native code. */
export async function pack(
  folder: string,
  name: string,
  description: string,
  binary: Uint8Array,
  path: string = componentPath,
): Promise<string> {
  const file = join(folder, `${name}.fmu`);
  writeFileSync(
    file,
    await zip(
      new Map<string, string | Uint8Array>([
        ['modelDescription.xml', description],
        [path, binary],
      ]),
    ),
  );
  return file;
}

/** Writes a fit of the good FMU, or of another one with its description, beside it. Returns its file. */
export function fitOf(system: string, prefix = ''): string {
  const file = `${system}.fit.json`;
  writeFileSync(`${system}.csv`, 'time,U_ref\n0,0\n0.05,1\n0.1,0\n');
  const fit = {
    name: 'fit',
    system: basename(system),
    set: { 'algorithm.step': 0.01 },
    measured: basename(`${system}.csv`),
    compare: { [`${prefix}U_ref`]: 'U_ref' },
    fit: [{ set: `${prefix}values[2]`, from: 1, to: 2 }],
  };
  writeFileSync(file, JSON.stringify(fit));
  return file;
}
