import { expect, it } from 'vitest';
import { generateVariables } from '../../../fmu-sdk/build/generate/unit-sources-text.ts';
import { formatFinding } from '../../../fmu-sdk/build/lint/lint-unit.ts';
import { lintFolders } from '../../../fmu-sdk/build/lint-folders.ts';
import { parseManifest } from '../../../fmu-sdk/build/manifest/load-manifest.ts';

const y = { name: 'y', type: 'Float64', causality: 'output' };
const c = { ...y, name: 'c', variability: 'constant', start: 3 };
const tick = { name: 'tick', type: 'Clock', causality: 'input' };
const step = 'override doStep(t: f64, h: f64): void { this.y = t + h; }';

/** Findings in a unit of this text, with these changes of its unit.json, without the path of its folder. */
function found(text: string, change: object = {}): string[] {
  const json = JSON.stringify({ name: 'lag', version: '1', description: 'd', variables: [y], ...change });
  const manifest = parseManifest(json, 'unit.json');
  const sources = { '/unit/unit.ts': text, '/unit/variables.ts': generateVariables(manifest) };
  const findings = lintFolders(new Map([['/unit', manifest]]), { sources });
  return findings.map((each) => formatFinding(each).replace(/^\S*unit\/unit/, 'unit'));
}

/** The class of the unit with these members, on its second line. */
function lag(members: string): string {
  return `import { LagVariables } from './variables.js';\nexport class Lag extends LagVariables { ${members} }`;
}

it('a unit that computes what its unit.json says has no findings', () => {
  expect(found(lag(step))).toEqual([]);
  const events = `${step} override onEvent(): bool { return false; } override nextEventTime(): f64 { return Infinity; }`;
  expect(found(lag(events), { events: true })).toEqual([]);
  expect(found(lag(events), { variables: [y, tick] })).toEqual([]);
  const partial = `${step} override partial(u: i32, i: i32, k: i32, j: i32): f64 { return 0.0; }`;
  expect(found(lag(partial), { directionalDerivatives: true })).toEqual([]);
  expect(found(lag(`${step} override initialize(): void { this.eventNeeded = false; }`))).toEqual([]);
});

it('events that unit.json does not say are never handled', () => {
  expect(found(lag(`${step} override onEvent(): bool { return false; }`))).toEqual([
    'unit.ts:2:108 never-called: nothing calls onEvent(): unit.json has neither events nor a Clock. Say "events": true in unit.json.',
  ]);
  expect(found(lag(`${step} override nextEventTime(): f64 { return 1.0; }`))).toEqual([
    'unit.ts:2:108 never-called: nothing calls nextEventTime(): unit.json has neither events nor a Clock. Say "events": true in unit.json.',
  ]);
  expect(found(lag('override doStep(t: f64, h: f64): void { this.eventNeeded = true; }'))).toEqual([
    'unit.ts:2:81 never-called: nothing looks at eventNeeded: unit.json has neither events nor a Clock. Say "events": true in unit.json.',
  ]);
});

it('partial() and "directionalDerivatives" go together, largestStep() and derivatives', () => {
  expect(found(lag(step), { directionalDerivatives: true })).toEqual([
    'unit.ts:2:14 unit-class: unit.json says "directionalDerivatives": true, and nothing computes them. ' +
      'Write "override partial(unknown: i32, i: i32, known: i32, k: i32): f64", or take it away in unit.json.',
  ]);
  expect(found(lag(`${step} override partial(u: i32, i: i32, k: i32, j: i32): f64 { return 0.0; }`))).toEqual(
    [
      'unit.ts:2:108 never-called: nothing calls partial(): unit.json does not say that there are partial derivatives. Say "directionalDerivatives": true in unit.json.',
    ],
  );
  expect(found(lag(`${step} override largestStep(): f64 { return 0.1; }`))).toEqual([
    'unit.ts:2:108 never-called: nothing calls largestStep(): no variable of unit.json is the derivative of another. Give "derivative" to those that are, or an internalStep().',
  ]);
});

it('a constant is not written', () => {
  const variables = [y, c];
  expect(found(lag('override doStep(t: f64, h: f64): void { this.y = this.c; }'), { variables })).toEqual([]);
  expect(found(lag('override doStep(t: f64, h: f64): void { this.c = 5.0; }'), { variables })).toEqual([
    'unit.ts:2:81 constant-written: this.c is constant in unit.json, and the unit writes it. ' +
      'Leave its start value as it is, or take "variability": "constant" away in unit.json.',
  ]);
});

it('a unit is there, advances, and is made without an argument', () => {
  expect(found('')).toEqual([
    'unit.ts:1:1 unit-class: it has no class Lag; the name in unit.json makes the class Lag, of the variables LagVariables. ' +
      `Write "import { LagVariables } from './variables.js'" and "export class Lag extends LagVariables".`,
  ]);
  expect(found(lag(''))).toEqual([
    'unit.ts:2:14 unit-class: nothing advances the unit: it has no doStep. Write "override doStep(t: f64, h: f64): void".',
  ]);
  expect(found(lag(`constructor(k: i32) { super(); } ${step}`))).toEqual([
    'unit.ts:2:53 unit-class: the constructor of a unit has a parameter, and nobody gives it a value. ' +
      'Leave it away; what who runs the unit sets is a parameter of unit.json.',
  ]);
});
