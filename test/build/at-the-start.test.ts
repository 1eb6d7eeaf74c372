import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { generateVariables } from '../../fmu-sdk/build/generate/unit-sources-text.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { instantiateReference } from '../../fmu-sdk/build/reference-run/reference-unit.ts';
import { translateComponent } from '../../fmu-sdk/host/component/component-form.ts';
import { fmukitCoreOf } from '../../fmu-sdk/host/component/fmukit/component-wrapping.ts';
import { witKindOf } from '../../fmu-sdk/host/component/fmukit/fmukit-component.ts';
import { openComponent } from '../../fmu-sdk/host/component/open-component.ts';
import { createDriver } from '../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compilerFor } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { openFmukitComponent } from '../open-fmukit-component.ts';

const hasCompiler = compilerFor('x86_64-linux') !== undefined;
const folder = temporaryFolder('at-the-start');

const real = { type: 'Float64', causality: 'output' } as const;
const manifest = {
  name: 'odd',
  version: '1',
  description: 'Is off when it begins, though its event would switch it on',
  defaultExperiment: { stopTime: 1, stepSize: 0.25 },
  variables: [
    { name: 'x', ...real },
    { name: 'd', ...real, derivative: 'x' },
    { name: 'z', ...real, causality: 'local', eventIndicator: true },
    { name: 'on', type: 'Boolean', causality: 'output' },
    { name: 'calls', type: 'Int32', causality: 'output' },
    { name: 'k', type: 'Int32', causality: 'input', start: 1 },
    { name: 'first', type: 'Float64', causality: 'parameter', variability: 'fixed', start: 0 },
  ],
};
const source = `import { OddVariables } from './variables.js';

export class Odd extends OddVariables {
  override initialize(): void { this.x = 1.0; this.on = false; this.calls = 0; }
  override derivatives(): void { this.d = this.on ? f64(this.k) : 0.0; this.z = this.x; }
  override nextEventTime(): f64 { return this.calls == 0 ? this.first : Infinity; }
  override onEvent(): bool { this.calls++; this.on = this.z > 0.0; return false; }
}
`;

const observedNames = ['x', 'on', 'calls'] as const;
/**
 * Values of `seen` after the initialization and after each of four steps of 0.25 s, for a first
 * event at this time [s].
 */
type Way = (first: number) => Promise<number[][]>;
let file = '';

beforeAll(async () => {
  const unit = join(folder, 'odd');
  mkdirSync(unit);
  writeFileSync(join(unit, 'unit.json'), JSON.stringify(manifest));
  writeFileSync(join(unit, 'unit.ts'), source);
  writeFileSync(join(unit, 'variables.ts'), generateVariables(loadManifest(unit)));
  const native = hasCompiler ? (['x86_64-linux'] as const) : [];
  ({ file } = await buildUnit(unit, folder, { native, fmi: hasCompiler ? [3, 2] : [3] }));
});

const steps = [0, 0.25, 0.5, 0.75];

const runReference: Way = async (first) => {
  const unit = await instantiateReference(join(folder, 'odd'));
  const look = (): number[] => observedNames.map((name) => Number(unit.get(name)[0]));
  unit.set('first', [first]);
  unit.initialize(0);
  return [
    look(),
    ...steps.map((t) => {
      unit.step(t, 0.25);
      return look();
    }),
  ];
};

const sealed: Way = async (first) => {
  const unit = await (await openFmu(file, { kind: 'coSimulation', events: false })).instantiate();
  const look = (): number[] => observedNames.map((name) => Number(unit.get(name)));
  unit.set('first', first).initialize();
  return [
    look(),
    ...steps.map((t) => {
      unit.step(t, 0.25);
      return look();
    }),
  ];
};

type Kind = 'coSimulation' | 'modelExchange';
type Form = 'core' | 'component' | 'native' | 'native of FMI 2.0';

async function instanceOf(form: Form, kind: Kind): Promise<Instance> {
  const archive = await openArchive(form === 'native of FMI 2.0' ? file.replace('.fmu', '-fmi2.fmu') : file);
  const { description } = await readDescription(archive);
  // Explicit Euler is exact for a constant slope.
  const options = kind === 'modelExchange' ? { solver: 'euler' } : {};
  const driven = (calls: Parameters<typeof createDriver>[0]): Instance =>
    createDriver(calls, description, 'x', options);
  if (form.startsWith('native'))
    return driven(await openNative(archive, description, kind, { isolated: false }));
  const { modelIdentifier } = description[kind] as { modelIdentifier: string };
  const wasm = await archive.bytes(`binaries/wasm32-wasip2/${modelIdentifier}.wasm`);
  if (form === 'component')
    return driven(openComponent(await translateComponent(wasm, kind, 'x'), kind, 'x'));
  return driven(openFmukitComponent((await fmukitCoreOf(wasm, witKindOf(kind))) as Uint8Array, 'x', kind));
}

function called(form: Form, kind: Kind): Way {
  return async (first) => {
    const unit = await instanceOf(form, kind);
    const view = (name: string) =>
      unit.view(unit.description.variables.find((variable) => variable.name === name) as never);
    const [views, parameter] = [observedNames.map(view), view('first')];
    const look = (): number[] => views.map((item) => Number(item.view[item.offset]));
    parameter.view[parameter.offset] = first;
    unit.initialize(0);
    unit.exitInitialization();
    const rows = [look()];
    for (const t of steps) {
      expect(unit.step(t, 0.25)).toBe(0);
      rows.push(look());
    }
    unit.close();
    return rows;
  };
}

const forms: Form[] = [
  'core',
  'component',
  ...(hasCompiler ? (['native', 'native of FMI 2.0'] as const) : []),
];
const ways: [string, Way][] = [
  ['sealed, in its own steps', sealed],
  ...forms.flatMap((form): [string, Way][] => [
    [`in co-simulation as ${form}`, called(form, 'coSimulation')],
    [`in model exchange as ${form}`, called(form, 'modelExchange')],
  ]),
];

describe.each(ways)('a unit whose initialize and onEvent leave different values, %s,', (_, way) => {
  it('starts with the values of initialize and handles its event when it is due, with the bits of the reference run', async () => {
    const rows = await way(0.5);
    const expected = await runReference(0.5);
    expect(rows.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(expected.slice(0, 2)).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(rows[4]).toEqual(expected[4]);
    expect(rows[4]).toEqual([1.5, 1, 1]);
  });

  it('handles an event at the start once', async () => {
    const rows = await way(0);
    expect(rows.slice(1)).toEqual((await runReference(0)).slice(1));
    expect(rows[4]).toEqual([2, 1, 1]);
  });
});
