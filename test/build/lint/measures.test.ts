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

it('ordinary formulas with conversions, gains, tables and temperatures give no warning', () => {
  const formulas: readonly [units: Record<string, string>, step: string][] = [
    [{ Q: 'L/min', n: 'rpm', V: 'cm3' }, 'this.Q = (this.n * this.V) / 1000.0;'],
    [{ phi: 'rad', phi_deg: 'deg' }, 'const DEG: f64 = 180.0 / Math.PI; this.phi_deg = this.phi * DEG;'],
    [{ T: 'degC', T_ref: 'degC', u: 'V', kp: 'V/K' }, 'this.u = this.kp * (this.T_ref - this.T);'],
    [
      { T: 'degC', T_ref: 'degC', u: 'V', kp: '', ki: '', I: '' },
      'const e: f64 = this.T_ref - this.T; this.I += this.ki * e * h; this.u = this.kp * e + this.I;',
    ],
    [
      { n: 'rpm', n0: 'rpm', n1: 'rpm', M0: 'N.m', M1: 'N.m', M: 'N.m' },
      'const s: f64 = (this.n - this.n0) / (this.n1 - this.n0); this.M = this.M0 + s * (this.M1 - this.M0);',
    ],
    [{ Q: 'L/min', K: '', p: 'bar', r: 'bar' }, 'this.Q = this.K * Math.sqrt(this.p - this.r);'],
    [{ SOC: '%', I: 'A', C: 'A.h' }, 'this.SOC -= (100.0 * this.I * h) / (3600.0 * this.C);'],
    [{ m: 'g', c: 'J/(g.K)', T: 'degC', P: 'W' }, 'this.T += (this.P * h) / (this.m * this.c);'],
    [{ P: 'kW', M: 'N.m', n: 'rpm' }, 'this.P = (this.M * this.n) / 9549.0;'],
    [
      { T: 'degC', p: 'Pa', rho: 'kg/m3', R: 'J/(kg.K)' },
      'const T0: f64 = 273.15; const T: f64 = this.T + T0; this.rho = this.p / (this.R * T);',
    ],
    [
      { tau: 'ms', y: 'V', u: 'V' },
      'const a: f64 = h / (0.001 * this.tau + h); this.y += a * (this.u - this.y);',
    ],
    [{ x: 'm', k: 'N/mm', F: 'N' }, 'const xMm: f64 = this.x * 1000.0; this.F = this.k * xMm;'],
    [{ p: 'bar', q: 'bar', r: 'bar', y: '%' }, 'this.y = (100.0 * (this.p - this.q)) / this.r;'],
    [{ x: 'mm', y: 'mm', a: 'deg' }, 'this.a = (Math.atan2(this.y, this.x) * 180.0) / Math.PI;'],
    [
      { phi: 'rad', max: 'deg', y: '' },
      'const D2R: f64 = Math.PI / 180.0; if (this.phi > this.max * D2R) this.y = 1.0;',
    ],
    [{ P: 'W', Q: 'W', eta: '%' }, 'this.P = (this.Q * this.eta) / 100.0;'],
    [{ n: 'rpm', r: 'mm', v: 'm/s' }, 'this.v = (this.n * 2.0 * Math.PI * (this.r / 1000.0)) / 60.0;'],
    [{ E: 'kWh', P: 'kW' }, 'this.E += (this.P * h) / 3600.0;'],
    [{ p: 'bar', A: 'mm2', F: 'kN' }, 'this.F = (this.p * 1e5 * this.A * 1e-6) / 1000.0;'],
    [{ F: 'N', m: 'kg' }, 'this.F = 9.81 * this.m;'],
    [{ F: 'N', m: 't' }, 'this.F = 1000.0 * this.m * 9.81;'],
    [{ w: 'rad/s', n: 'rpm' }, 'this.w = (this.n * 2.0 * Math.PI) / 60.0;'],
    [{ v: 'm/s', u: 'km/h' }, 'this.v = this.u / 3.6;'],
    [{ x: 'mm', y: 'mm' }, 'this.y = Math.max(0.0, this.x - 0.5);'],
    [{ a: 'deg', b: 'deg' }, 'this.b = this.a + 90.0;'],
    [{ T: 'degC', U: 'degC', V: 'degC' }, 'this.V = 0.5 * (this.T + this.U);'],
    [
      { T: 'degC', U: 'degC', V: 'degC', m: 'kg/s', n: 'kg/s' },
      'this.V = (this.m * this.T + this.n * this.U) / (this.m + this.n);',
    ],
    [{ T: 'degC', U: 'degC', tau: 's' }, 'this.T += (h * (this.U - this.T)) / this.tau;'],
    [{ v: 'km/h', a: 'm/s2', s: 'm' }, 'const v: f64 = this.v / 3.6; this.s = (v * v) / (2.0 * this.a);'],
    [
      { Q: 'L/min', B: '', A: 'mm2', p: 'bar', rho: 'kg/m3' },
      'this.Q = this.B * this.A * 1e-6 * Math.sqrt((2.0 * this.p * 1e5) / this.rho) * 60000.0;',
    ],
  ];
  for (const [units, step] of formulas) expect(warningsOf(units, step)).toEqual([]);
});

it('formulas that forget a conversion give a warning', () => {
  const formulas: readonly [units: Record<string, string>, step: string][] = [
    [{ P: 'kW', M: 'N.m', w: 'rad/s' }, 'this.P = this.M * this.w;'],
    [{ P: 'W', M: 'N.m', n: 'rpm' }, 'this.P = this.M * this.n;'],
    [{ a: 'deg', F: 'N', G: 'N' }, 'const c: f64 = Math.cos(this.a); this.F = c * this.G;'],
    [{ v: 'km/h', x: 'm' }, 'this.x += this.v * h;'],
    [{ SOC: '1', I: 'A', C: 'A.h' }, 'this.SOC -= (this.I * h) / this.C;'],
    [{ x: 'mm', L: 'm', a: 'rad' }, 'this.a = Math.atan2(this.x, this.L);'],
    [{ T: 'degC', P: 'W' }, 'this.P = 5.67e-8 * Math.pow(this.T, 4.0);'],
    [{ T: 'degC', U: 'degC' }, 'this.T += this.U;'],
    [
      { Q: 'm3/s', A: 'm2', p: 'bar', rho: 'kg/m3' },
      'this.Q = 0.6 * this.A * Math.sqrt((2.0 * this.p) / this.rho);',
    ],
    [{ E: 'J', k: 'N/mm', x: 'm' }, 'this.E = (this.k * this.x ** 2.0) / 2.0;'],
    [{ F: 'N', k: 'N/mm', x: 'm' }, 'this.F = this.k * (this.x - 0.01);'],
    [{ F: 'N', k: 'N/mm', x: 'm' }, 'this.F = this.k * Math.max(0.0, this.x);'],
    [{ p: 'MPa', q: 'bar', y: '' }, 'this.y = this.p / this.q;'],
    [{ F: 'N', m: 't' }, 'this.F = this.m * 9.81;'],
    [{ F: 'kN', m: 'kg' }, 'this.F = 9.81 * this.m;'],
    [{ F: 'kN', G: 'N', R: 'N' }, 'this.R = this.F + this.G;'],
    [{ x: 'm', v: 'mm/s' }, 'this.x += h * this.v;'],
    [{ a: 'rad', b: 'deg' }, 'this.a = this.b;'],
  ];
  for (const [units, step] of formulas) expect(warningsOf(units, step), step).toHaveLength(1);
});

it('the packaged units give no warning', () => {
  const folders = packagedUnits.map((name) => join(root, 'units', name));
  expect(warningsIn(new Map(folders.map((folder) => [folder, generateFields(folder)])))).toEqual([]);
});
