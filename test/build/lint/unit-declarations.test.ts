import { expect, it } from 'vitest';
import { generateVariables } from '../../../fmu-sdk/build/generate/unit-sources-text.ts';
import { formatFinding } from '../../../fmu-sdk/build/lint/lint-unit.ts';
import { lintFolders } from '../../../fmu-sdk/build/lint-folders.ts';
import { parseManifest } from '../../../fmu-sdk/build/manifest/load-manifest.ts';

const y = { name: 'y', type: 'Float64', causality: 'output' };
const c = { ...y, name: 'c', variability: 'constant', start: 3 };
const tick = { name: 'tick', type: 'Clock', causality: 'input' };
const step = 'override doStep(t: f64, h: f64): void { this.y = t + h; }';

/**
 * Returns the findings in a unit with this text and these changes of its unit.json, without the
 * path of its folder.
 */
function lintText(text: string, change: object = {}): string[] {
  const json = JSON.stringify({ name: 'lag', version: '1', description: 'd', variables: [y], ...change });
  const manifest = parseManifest(json, 'unit.json');
  const sources = { '/unit/unit.ts': text, '/unit/variables.ts': generateVariables(manifest) };
  const findings = lintFolders(new Map([['/unit', manifest]]), { sources });
  return findings.map((finding) => formatFinding(finding).replace(/^\S*unit\/unit/, 'unit'));
}

/** Returns the class of the unit with these members, on its second line. */
function lag(members: string): string {
  return `import { LagVariables } from './variables.js';\nexport class Lag extends LagVariables { ${members} }`;
}

it('a unit that computes what its unit.json declares passes without findings', () => {
  expect(lintText(lag(step))).toEqual([]);
  const events = `${step} override onEvent(): bool { return false; } override nextEventTime(): f64 { return Infinity; }`;
  expect(lintText(lag(events), { events: true })).toEqual([]);
  expect(lintText(lag(events), { variables: [y, tick] })).toEqual([]);
  const partial = `${step} override partial(u: i32, i: i32, k: i32, j: i32): f64 { return 0.0; }`;
  expect(lintText(lag(partial), { directionalDerivatives: true })).toEqual([]);
  expect(lintText(lag(`${step} override initialize(): void { this.eventNeeded = false; }`))).toEqual([]);
});

it('events without a declaration in unit.json are findings', () => {
  expect(lintText(lag(`${step} override onEvent(): bool { return false; }`))).toEqual([
    'unit.ts:2:108 never-called: onEvent() is never called, because unit.json declares neither events nor a Clock. Write "events": true in unit.json.',
  ]);
  expect(lintText(lag(`${step} override nextEventTime(): f64 { return 1.0; }`))).toEqual([
    'unit.ts:2:108 never-called: nextEventTime() is never called, because unit.json declares neither events nor a Clock. Write "events": true in unit.json.',
  ]);
  expect(lintText(lag('override doStep(t: f64, h: f64): void { this.eventNeeded = true; }'))).toEqual([
    'unit.ts:2:81 never-called: eventNeeded is never read, because unit.json declares neither events nor a Clock. Write "events": true in unit.json.',
  ]);
});

it('partial() needs "directionalDerivatives", and largestStep() needs derivatives', () => {
  expect(lintText(lag(step), { directionalDerivatives: true })).toEqual([
    'unit.ts:2:14 unit-class: unit.json declares "directionalDerivatives": true, but the unit does not compute them. ' +
      'Write "override partial(unknown: i32, i: i32, known: i32, k: i32): f64", or remove it from unit.json.',
  ]);
  expect(
    lintText(lag(`${step} override partial(u: i32, i: i32, k: i32, j: i32): f64 { return 0.0; }`)),
  ).toEqual([
    'unit.ts:2:108 never-called: partial() is never called, because unit.json does not declare directional derivatives. Write "directionalDerivatives": true in unit.json.',
  ]);
  expect(lintText(lag(`${step} override largestStep(): f64 { return 0.1; }`))).toEqual([
    'unit.ts:2:108 never-called: largestStep() is never called, because unit.json declares no derivatives of states. Add "derivative" to the derivatives in unit.json, or write internalStep().',
  ]);
});

it('a write to a constant is a finding', () => {
  const variables = [y, c];
  expect(lintText(lag('override doStep(t: f64, h: f64): void { this.y = this.c; }'), { variables })).toEqual(
    [],
  );
  expect(lintText(lag('override doStep(t: f64, h: f64): void { this.c = 5.0; }'), { variables })).toEqual([
    'unit.ts:2:81 constant-written: this.c is constant in unit.json, but the unit writes it. ' +
      'Remove the assignment, or remove "variability": "constant" from unit.json.',
  ]);
});

it('a unit needs its class, a doStep, and a constructor without parameters', () => {
  expect(lintText('')).toEqual([
    'unit.ts:1:1 unit-class: class Lag is missing: the name in unit.json requires the class Lag with the variables LagVariables. ' +
      `Write "import { LagVariables } from './variables.js'" and "export class Lag extends LagVariables".`,
  ]);
  expect(lintText(lag(''))).toEqual([
    'unit.ts:2:14 unit-class: the unit lacks doStep, so its time cannot advance. Write "override doStep(t: f64, h: f64): void".',
  ]);
  expect(lintText(lag(`constructor(k: i32) { super(); } ${step}`))).toEqual([
    'unit.ts:2:53 unit-class: the constructor of a unit cannot have parameters. ' +
      'Remove it, or declare a parameter in unit.json that the importer sets.',
  ]);
});
