import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  machineCalls,
  missingFeatureOf,
  witName,
} from '../../fmu-sdk/build/component/component-functions.ts';
import { generatedFiles } from '../../fmu-sdk/build/generate/generated-files.ts';
import { methodsOf } from '../../fmu-sdk/host/component/canonical-abi/wit-interfaces.ts';
import { allowedModes } from '../../fmu-sdk/standard/fmi-functions.ts';
import { kinds, maskOf, modesOf } from '../../fmu-sdk/standard/fmi-modes.ts';
import { functions2 } from '../../fmu-sdk/standard/fmi2-functions.ts';
import { functions3 } from '../../fmu-sdk/standard/fmi3-functions.ts';
import { initialTables, settableIn } from '../../fmu-sdk/standard/variability-table.ts';
import { fmiTypes, types } from '../../fmu-sdk/standard/variable-types.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../setup.ts';

describe('files generated from the tables', () => {
  it.each(notEmpty('generated files', [...generatedFiles()]))(
    '%s equals the output of bin/generate.mjs',
    (path, text) => {
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    },
  );
});

describe('the functions of the standards', () => {
  it('FMI 2.0 has 44 unique functions and FMI 3.0 has 75', () => {
    for (const [functions, count] of [
      [functions2, 44],
      [functions3, 75],
    ] as const) {
      expect(functions).toHaveLength(count);
      expect(new Set(functions.map(({ name }) => name)).size).toBe(count);
    }
  });

  it('every transition starts in a mode that allows the call and ends in a mode of the interface', () => {
    for (const [fmi, functions] of [
      [2, functions2],
      [3, functions3],
    ] as const)
      for (const kind of kinds)
        for (const f of functions)
          for (const [from, to] of Object.entries(f.transitions ?? {})) {
            if (!modesOf(fmi, kind).includes(from as never) || !f.kinds.includes(kind)) continue;
            // From Reconfiguration Mode each kind returns to a different mode, as after
            // initialization.
            const isKindSpecific =
              ['step', 'reconfiguration'].includes(to) || f.name === 'EnterConfigurationMode';
            expect(
              allowedModes(fmi, f, kind).includes(from as never) || isKindSpecific,
              `${f.name} ${from}`,
            ).toBe(true);
            if (!isKindSpecific) expect(modesOf(fmi, kind), `${f.name} ${kind}`).toContain(to);
          }
  });

  it.each([
    ['coSimulation', 'mask'],
    ['modelExchange', 'exchange'],
  ] as const)(
    'fmukit FMUs accept the calls of %s in all modes of the standard, and in no mode that the interface lacks',
    (kind, masks) => {
      const served = new Map(machineCalls().map((call) => [call.name, call[masks]]));
      for (const f of functions3) {
        const absence = missingFeatureOf(f);
        if (!f.kinds.includes(kind) || (absence !== undefined && absence !== 'model exchange')) continue;
        const allowed = maskOf(allowedModes(3, f, kind));
        const mask = served.get(witName(f.name));
        // The importer handles states and versions, or another function of the draft does.
        if (mask === undefined) expect(f.name).toMatch(/Version|FreeInstance|FMUState|Serializ/);
        else expect(mask & allowed, f.name).toBe(allowed);
        // The FMU never accepts the call in a mode that its kind lacks. `failed` belongs to both
        // kinds.
        expect((mask ?? 0) & ~maskOf([...modesOf(3, kind), 'failed']), f.name).toBe(0);
      }
    },
  );

  it('all methods of the component interfaces except set-input-derivatives are functions of FMI 3.0', () => {
    const names = functions3.map(({ name }) => witName(name));
    const methods = Object.values(methodsOf).flat();
    expect(methods.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
      'set-input-derivatives',
    ]);
  });
});

describe('the tables of variables', () => {
  it('the types have the order of their numbers', () => {
    expect(types.map(({ name }) => name)).toEqual([...fmiTypes]);
  });

  it('FMI 3.0 has 17 pairs of causality and variability (3.0.2, 2.4.7.4), and FMI 2.0 has 15 (2.0.5, 2.2.7)', () => {
    const pairs = (version: '2.0' | '3.0'): number =>
      Object.values(initialTables[version]).flatMap((row) => Object.keys(row ?? {})).length;
    expect([pairs('3.0'), pairs('2.0')]).toEqual([17, 15]);
  });

  it.each([
    [
      'Float64',
      'input',
      'continuous',
      undefined,
      'instantiated initialization event step clockActivation continuousTime intermediate',
    ],
    ['Int32', 'input', 'discrete', undefined, 'instantiated initialization event step clockActivation'],
    ['Clock', 'input', 'discrete', undefined, 'event'],
    ['Float64', 'parameter', 'fixed', 'exact', 'instantiated initialization'],
    ['Float64', 'parameter', 'tunable', 'exact', 'instantiated initialization event step clockActivation'],
    ['Int32', 'structuralParameter', 'fixed', 'exact', 'configuration'],
    ['Int32', 'structuralParameter', 'tunable', 'exact', 'configuration reconfiguration'],
    ['Float64', 'output', 'continuous', 'approx', 'instantiated'],
    ['Float64', 'output', 'continuous', 'calculated', ''],
    ['Float64', 'local', 'constant', 'exact', ''],
  ] as const)(
    'an importer may set a %s %s %s with initial %s in: %s',
    (type, causality, variability, initial, modes) => {
      const settable = settableIn({ type, causality, variability, initial });
      expect(settable.join(' ')).toBe(modes);
    },
  );
});
