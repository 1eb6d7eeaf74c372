import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateFields } from '../../../fmu-sdk/build/generate/field-names.ts';
import { measureWarnings } from '../../../fmu-sdk/build/lint/measures/measure-warnings.ts';
import { warningsIn } from '../../../fmu-sdk/build/lint-folders.ts';
import { parseManifest } from '../../../fmu-sdk/build/manifest/load-manifest.ts';
import { packagedUnits, root } from '../../setup.ts';

/** Returns the warnings about a doStep with these variables, by name and unit of measure. */
function warningsOf(units: Readonly<Record<string, string>>, step: string): string[] {
  const variables = Object.entries(units).map(([name, unit]) => ({
    ...{ name, type: 'Float64', causality: 'output' },
    ...(unit === '' ? {} : { unit }),
  }));
  const json = JSON.stringify({ name: 'plant', version: '1', description: 'd', variables });
  const text = `export class Plant extends PlantVariables { doStep(t: f64, h: f64): void { ${step} } }`;
  return measureWarnings('/unit/unit.ts', text, parseManifest(json, 'unit.json')).map(
    ({ message, advice }) => `${message}. ${advice}.`,
  );
}

it.each<[claim: string, units: Record<string, string>, bad: string, good: string]>([
  [
    'a spring in N/mm beside metres',
    { F: 'N', k: 'N/mm', x: 'm' },
    'this.F = -this.k * this.x;',
    'this.F = -1000.0 * this.k * this.x;',
  ],
  [
    'a spring in N/mm beside metres without a declared force',
    { F: '', k: 'N/mm', x: 'm' },
    'this.F = 0.5 * this.k * this.x;',
    'const k: f64 = 1e3 * this.k; this.F = k * this.x;',
  ],
  [
    'rpm beside rad/s',
    { n: 'rpm', w: 'rad/s', d: 'rad/s' },
    'this.d = this.w - this.n;',
    'this.d = this.w - (this.n * Math.PI) / 30.0;',
  ],
  [
    'bar beside Pa',
    { p: 'bar', q: 'Pa', v: '' },
    'if (this.p > this.q) this.v = 1.0;',
    'if (this.p * 1e5 > this.q) this.v = 1.0;',
  ],
  [
    'degC in a product',
    { T: 'degC', c: 'J/K', E: 'J' },
    'this.E = this.c * this.T;',
    'this.E = this.c * (this.T + 273.15);',
  ],
  [
    'degC beside K',
    { T: 'degC', S: 'K', y: '' },
    'this.y = this.S - this.T;',
    'this.y = this.S - (this.T + 273.15);',
  ],
  [
    'degrees in a sine',
    { a: 'deg', y: '1' },
    'this.y = Math.sin(this.a);',
    'this.y = Math.sin((this.a * Math.PI) / 180.0);',
  ],
  [
    'kN for an acceleration',
    { F: 'kN', m: 'kg', a: 'm/s2' },
    'this.a = this.F / this.m;',
    'this.a = (1000.0 * this.F) / this.m;',
  ],
  [
    'L/min beside m3/s',
    { Q: 'L/min', q: 'm3/s', y: '' },
    'this.y = Math.max(this.Q, this.q);',
    'this.y = Math.max(this.Q / 60000.0, this.q);',
  ],
  [
    'g beside kg',
    { m: 'g', M: 'kg' },
    'const all: f64 = this.m + this.M; this.M = all;',
    'const all: f64 = this.m / 1000.0 + this.M; this.M = all;',
  ],
  [
    'a limit in ms beside the time',
    { T: 'ms', y: '' },
    'if (t > this.T) this.y = 1.0;',
    'if (t > this.T / 1000.0) this.y = 1.0;',
  ],
])('%s is one warning, and none after a conversion', (_, units, bad, good) => {
  expect(warningsOf(units, bad)).toHaveLength(1);
  expect(warningsOf(units, good)).toEqual([]);
});

it('a warning names the variables with their units of measure, and the factor', () => {
  const spring = { F: 'N', k: 'N/mm', x: 'm' };
  expect(warningsOf(spring, 'this.F = this.k * this.x;')).toEqual([
    'this.F [N] gets a value of this.k [N/mm] and this.x [m]. Multiply by 1000, or declare all of them in SI units in unit.json.',
  ]);
  expect(warningsOf({ ...spring, F: '' }, 'this.F = this.k * this.x;')).toEqual([
    'this.k [N/mm] meets this.x [m] in one expression. Convert by a factor, or declare all of them in SI units in unit.json.',
  ]);
});

it('units of measure that fit together give no warning, also if they are not those of SI', () => {
  expect(
    warningsOf(
      { F: 'N', k: 'N/mm', x: 'mm', m: 'kg', a: 'm/s2' },
      'this.a = (this.k * this.x - this.F) / this.m;',
    ),
  ).toEqual([]);
  expect(warningsOf({ P: 'kW', M: 'kN.m', w: 'rad/s' }, 'this.P = this.M * this.w;')).toEqual([]);
  expect(
    warningsOf({ q: 'W', k: 'W/K', T: 'degC', S: 'degC' }, 'this.q = this.k * (this.T - this.S);'),
  ).toEqual([]);
  expect(
    warningsOf({ c: 'm/s', x: 'm', y: 'mm' }, 'this.x += h * this.c; this.y = 1000.0 * this.x;'),
  ).toEqual([]);
});

it('the packaged units give no warning', () => {
  const folders = packagedUnits.map((name) => join(root, 'units', name));
  expect(warningsIn(new Map(folders.map((folder) => [folder, generateFields(folder)])))).toEqual([]);
});
