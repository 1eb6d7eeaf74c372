import { join } from 'node:path';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { FakeUnit, fakes } from './fake-unit.ts';
import { makeGain } from './gain.ts';

/** Writes the FMUs of `oscillator` into a folder. */
export async function makeOscillator(folder: string): Promise<void> {
  await makeGain(folder, 'up', 1);
  await makeGain(folder, 'down', -1);
}

/**
 * ẋ = v in one unit, v̇ = −x + t³ in the other, from rest: x = t³ − 6 t + 6 sin t. The start is so
 * smooth that first steps without history do not leave an error of low order.
 */
export async function oscillator(
  folder: string,
  algorithm: Partial<SystemFile['algorithm']>,
  more: Partial<SystemFile> = {},
): Promise<{ system: CheckedSystem; units: FakeUnit[] }> {
  const file: SystemFile = {
    name: 'oscillator',
    units: { x: { fmu: 'up.fmu' }, v: { fmu: 'down.fmu' } },
    connections: [
      { from: 'x.y', to: 'v.u' },
      { from: 'v.y', to: 'x.u' },
    ],
    algorithm: { scheme: 'jacobi', step: 1 / 64, ...algorithm },
    stopTime: 1,
    ...more,
  };
  const system = await resolveSystem(file, join(folder, 'oscillator.json'), { hosts: [fakes] });
  const units = system.units.map(
    ({ name, description }, k) => new FakeUnit(name, description, k === 0 ? 1 : -1),
  );
  return { system, units };
}

/** x at time t [s]. */
export function exact(t: number): number {
  return t ** 3 - 6 * t + 6 * Math.sin(t);
}
