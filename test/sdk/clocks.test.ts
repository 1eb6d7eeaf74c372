import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withoutClocks } from '../../fmu-sdk/description/without-clocks.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write2.ts';
import { describe as describeUnit } from '../../fmu-sdk/manifest/describe.ts';
import { loadManifest } from '../../fmu-sdk/manifest/load.ts';
import type { ManifestVariable } from '../../fmu-sdk/manifest/manifest.ts';
import { root } from '../setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmukit-clocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const output: ManifestVariable = { name: 'y', type: 'Float64', causality: 'output' };

function load(...variables: Partial<ManifestVariable>[]): ReturnType<typeof loadManifest> {
  const manifest = { name: 'ticker', version: '1', description: 'd', variables: [output, ...variables] };
  writeFileSync(join(folder, 'unit.json'), JSON.stringify(manifest));
  return loadManifest(folder);
}

describe('unit.json', () => {
  const clock = { name: 'tick', type: 'Clock', causality: 'input' } as const;
  it.each<[string, Partial<ManifestVariable>[], string]>([
    [
      'a Clock that is a parameter',
      [{ ...clock, causality: 'parameter' }],
      'a Clock is an input, an output or local, not a parameter.',
    ],
    [
      'an output Clock with an interval',
      [{ ...clock, causality: 'output', intervalVariability: 'constant', intervalDecimal: 1 }],
      'a Clock that is output is triggered, not constant.',
    ],
    [
      'a periodic Clock without interval',
      [{ ...clock, intervalVariability: 'fixed' }],
      'a fixed Clock ticks in an interval. Add "intervalDecimal" [s].',
    ],
    [
      'a triggered Clock with an interval',
      [{ ...clock, intervalDecimal: 1 }],
      'a triggered Clock has no interval or shift of its own.',
    ],
    [
      'a variable with the name of the field of an interval',
      [
        { ...clock, intervalVariability: 'fixed', intervalDecimal: 1 },
        { ...output, name: 'tickInterval' },
      ],
      'the SDK adds a field "tickInterval" to it. Rename that variable.',
    ],
    [
      'a Clock of another that there is not',
      [{ ...clock, causality: 'output', clocks: ['y'] }],
      'there is no Clock "y". Name one of unit.json.',
    ],
    [
      'clocks of what is none',
      [{ ...output, name: 'z', clocks: ['tick'] }, clock],
      'z: only a Clock has "clocks".',
    ],
    [
      'a display unit of another quantity',
      [{ ...output, name: 'z', unit: 'rad', displayUnit: 'bar' }],
      'values in rad cannot be shown in bar. Name a unit of the same quantity.',
    ],
    [
      'a display unit without a unit',
      [{ ...output, name: 'z', displayUnit: 'bar' }],
      'a displayUnit shows values of a unit. Add "unit".',
    ],
  ])('is refused with %s', (_, variables, reason) => {
    expect(() => load(...variables)).toThrow(reason);
  });

  it('gives a unit Event Mode by its Clocks or by "events", and no other', () => {
    const has = (...variables: Partial<ManifestVariable>[]): unknown =>
      describeUnit(load(...variables), '', '').coSimulation?.hasEventMode;
    expect(has()).toBe(false);
    expect(has({ name: 'tick', type: 'Clock', causality: 'input' })).toBe(true);
    expect(describeUnit({ ...load(), events: true }, '', '').coSimulation?.hasEventMode).toBe(true);
  });

  it('defines display units where they are used, in both versions of FMI', () => {
    const d = describeUnit(load({ ...output, name: 'T', unit: 'K', displayUnit: 'degC' }), '', '');
    expect(d.unitsOfMeasure.find(({ name }) => name === 'K')?.displayUnits).toEqual([
      { name: 'degC', factor: 1, offset: -273.15, inverse: false },
    ]);
    expect(writeModelDescription2(d)).toContain('<DisplayUnit name="degC" offset="-273.15"/>');
  });
});

it('an FMI 2.0 description leaves Clocks out, and the rest keeps its order and its structure', () => {
  const d = describeUnit(loadManifest(join(root, 'units/sampled-controller')), '', '');
  const without = withoutClocks(d);
  expect(without.variables.map(({ name }) => name)).toEqual(
    d.variables.map(({ name }) => name).filter((name) => name !== 'sample' && name !== 'limited'),
  );
  expect(without.outputs.map(({ variable }) => without.variables[variable].name)).toEqual([
    'u',
    'I',
    'atLimit',
  ]);
});
