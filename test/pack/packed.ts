import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { editFmu } from '../../fmu-sdk/build/edit/edit-fmu.ts';
import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { type PackOptions, packSystem } from '../../master/pack/pack-system.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { type SingleOptions, singleSystem } from '../../master/system/single/single-fmu.ts';
import type { CheckedSystem, Order, Port, SystemFile } from '../../master/system/system.ts';

/** Packs a system into files of `folder`, and returns their names. */
export async function packInto(
  folder: string,
  system: CheckedSystem,
  name = 'plant',
  options: PackOptions = {},
): Promise<string[]> {
  const { archives } = await packSystem(system, name, options);
  return archives.map(({ name: file, content }) => {
    writeFileSync(join(folder, file), content);
    return join(folder, file);
  });
}

/** Two lags and the FMU `mixer.fmu` in a loop, with the orders of its real connections. */
export function lagLoop(
  [a, b]: readonly [a: string, b: string],
  scheme: string,
  orders: readonly [Order, Order, Order],
  more: Partial<SystemFile>,
): SystemFile {
  return {
    name: 'loop',
    units: {
      a: { fmu: a, parameters: { T: 0.3 }, start: { n: 2 }, ...(scheme === 'multi-rate' && { step: 0.05 }) },
      b: { fmu: b, start: { y: 0.75 } },
      m: { fmu: 'mixer.fmu' },
    },
    connections: [
      { from: 'a.y', to: 'b.u', order: orders[0] },
      { from: 'b.y', to: 'm.u', order: orders[1], convertUnits: false },
      { from: 'm.y', to: 'a.u', order: orders[2], factor: 0.5, convertUnits: false },
      { from: 'a.off', to: 'b.on' },
      { from: 'a.count', to: 'b.n' },
    ],
    algorithm: { scheme, step: 0.1 },
    stopTime: 5,
    interface: {
      inputs: { on: 'a.on' },
      parameters: { T: 'b.T' },
      outputs: { a: 'a.y', b: 'b.y', m: 'm.y', count: 'b.count', off: 'b.off' },
    },
    ...more,
  };
}

/** Opens a run of a packed FMU, in the host that runs it. */
export async function openPacked(
  file: string,
  { step, startTime, stopTime }: CheckedSystem,
  options: SingleOptions = {},
): Promise<Session> {
  const packed = await singleSystem(file, { step, startTime, stopTime, trusted: true, ...options });
  const instances = await openInstances(packed, { cells: new Int32Array(3) }, hosts);
  return new Session(packed, { instances });
}

/** Runs a system and its pack. Expects equal bits of all outputs after each step, and counts the steps. */
export function expectEqualRuns(
  system: CheckedSystem,
  packed: Session,
  outputs: readonly Output[],
  flat: Session = new Session(system),
): number {
  const unit = packed.system.units[0];
  const pairs = outputs.flatMap(({ name, unit: k, variable }) => {
    const { length } = flat.instances[k].view(variable);
    return Array.from({ length }, (_, i) => {
      const label = `${system.units[k].name}.${variable.name}`;
      const scalar = name + indexText(variable, i);
      // FMI 2.0 has a variable for each element.
      const isWhole = unit.description.variables.some((v) => v.name === name);
      const own = isWhole
        ? packed.reader(`${unit.name}.${name}`, i)
        : packed.reader(`${unit.name}.${scalar}`);
      return { scalar, read: flat.reader(label, i), own };
    });
  });
  expect(pairs.length).toBeGreaterThan(0);
  for (const session of [flat, packed]) session.start();
  for (let steps = 0; ; steps++) {
    if (flat.done) return steps;
    try {
      flat.advance(1);
    } catch {
      // An unstable system stops at a value that is not finite, and so does its pack.
      expect(() => packed.advance(1)).toThrow();
      return steps;
    }
    packed.advance(1);
    const different = pairs.find(({ read, own }) => !Object.is(read(), own()));
    expect(different && { at: flat.time(), name: different.scalar }).toBe(undefined);
  }
}

/** Packs a system as FMI 3.0 and 2.0 with native libraries, and opens the four forms. */
export async function openForms(
  folder: string,
  system: CheckedSystem,
  name: string,
): Promise<(readonly [form: string, open: () => Promise<Session>])[]> {
  const [file, fmi2] = await packInto(folder, system, name, { fmi: [2, 3], native: ['x86_64-linux'] });
  const none = new Map<string, never>();
  const edits = { rename: none, hide: new Set<string>(), start: none, describe: none, units: none };
  const { fmu } = await editFmu(file, { ...edits, experiment: {}, drop: ['wasm32-wasip2'], merge: [] });
  const native = join(folder, `${name}-native.fmu`);
  writeFileSync(native, fmu);
  return [
    ['core', () => openPacked(file, system)],
    ['component', () => openPacked(file, system, { byCalls: true })],
    ['native library of FMI 3.0', () => openPacked(native, system)],
    ['native library of FMI 2.0', () => openPacked(fmi2, system)],
  ];
}

interface Output extends Port {
  name: string;
}

/** Returns the outputs that the section `interface` of a system names. */
export function outputsOf({ interface: exposed }: CheckedSystem): Output[] {
  return (exposed?.outputs ?? []).filter((one): one is Output => one.unit !== undefined);
}
