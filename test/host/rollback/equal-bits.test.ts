import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sizeOf } from '../../../fmu-sdk/build/manifest/manifest.ts';
import {
  instantiateReference,
  type ReferenceUnit,
} from '../../../fmu-sdk/build/reference-run/reference-unit.ts';
import { notEmpty } from '../../not-empty.ts';
import { root } from '../../run-fmu.ts';

/** FMUs with various kinds of state: queues, phases, histories, matrices. */
const units = ['crane-single', 'sampled-controller'].filter((name) =>
  readdirSync(join(root, 'units')).includes(name),
);

function drive(unit: ReferenceUnit, from: number, to: number): number[][] {
  const { variables } = unit.manifest;
  return Array.from({ length: to - from }, (_, i) => {
    const n = from + i;
    for (const variable of variables)
      if (variable.causality === 'input' && variable.type === 'Float64') {
        const start = Number([variable.start].flat()[0] ?? 0);
        const value = start + 1e-3 * Math.max(1, Math.abs(start)) * Math.sin(n);
        unit.set(variable.name, new Array(sizeOf(variable)).fill(value));
      }
    const H = Math.max(unit.internalStep(), 1e-3);
    expect(unit.step(n * H, H)).toBe(0);
    return variables.flatMap(({ name, causality }) => (causality === 'output' ? unit.get(name) : []));
  });
}

it.each(notEmpty('units', units))(
  '%s as a TypeScript reference run continues from a snapshot bit for bit',
  async (name) => {
    const unit = await instantiateReference(join(root, 'units', name));
    unit.initialize(0);
    drive(unit, 0, 5);
    const snapshot = unit.snapshot();
    const once = drive(unit, 5, 15);
    expect(new Set(once.map(String)).size).toBeGreaterThan(1);
    snapshot.restore();
    expect(drive(unit, 5, 10)).toEqual(once.slice(0, 5));
    snapshot.take();
    expect(drive(unit, 10, 15)).toEqual(once.slice(5));
    snapshot.restore();
    expect(drive(unit, 10, 15)).toEqual(once.slice(5));
  },
);
