import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { type PackOptions, packSystem } from '../../master/pack/pack-system.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { type SingleOptions, singleSystem } from '../../master/system/single-fmu.ts';
import type { CheckedSystem, Port } from '../../master/system/system.ts';

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

/** Runs a system and its pack. Expects equal bits of all outputs after each step. */
export function expectEqualRuns(
  system: CheckedSystem,
  packed: Session,
  outputs: readonly Output[],
  flat: Session = new Session(system),
): void {
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
  while (!flat.done) {
    try {
      flat.advance(1);
    } catch {
      // An unstable system stops at a value that is not finite, and so does its pack.
      expect(() => packed.advance(1)).toThrow();
      return;
    }
    packed.advance(1);
    const different = pairs.find(({ read, own }) => !Object.is(read(), own()));
    expect(different && { at: flat.time(), name: different.scalar }).toBe(undefined);
  }
}

interface Output extends Port {
  name: string;
}

/** Returns the outputs that the section `interface` of a system names. */
export function outputsOf({ interface: exposed }: CheckedSystem): Output[] {
  return (exposed?.outputs ?? []).filter((one): one is Output => one.unit !== undefined);
}
