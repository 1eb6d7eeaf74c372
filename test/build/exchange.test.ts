import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { generateVariables } from '../../fmu-sdk/build/generate/unit-sources-text.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import type { ManifestVariable } from '../../fmu-sdk/build/manifest/manifest.ts';
import { instantiateReference } from '../../fmu-sdk/build/reference-run/reference-unit.ts';
import { targetsOf } from '../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { translateComponent } from '../../fmu-sdk/host/component/component-form.ts';
import { fmukitCoreOf } from '../../fmu-sdk/host/component/fmukit/component-wrapping.ts';
import { witKindOf } from '../../fmu-sdk/host/component/fmukit/fmukit-component.ts';
import { openComponent } from '../../fmu-sdk/host/component/open-component.ts';
import { createDriver } from '../../fmu-sdk/host/fmi-driver/create-driver.ts';
import {
  type FmiApi,
  type FmiCall,
  type InterfaceKind,
  io as r,
  status,
} from '../../fmu-sdk/host/instance/fmi-api.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compilerFor } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { simulate } from '../../master/run/simulate.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { notEmpty } from '../not-empty.ts';
import { openFmukitComponent } from '../open-fmukit-component.ts';
import { exponential, multiply } from '../problems/coupled/exponential.ts';
import { fmu } from '../run-fmu.ts';
import { root } from '../setup.ts';
import { isFullTest } from '../width.ts';

type List = Extract<FmiCall, { doubles: Float64Array }>['op'];
type Action = Exclude<FmiCall, { doubles: Float64Array } | { values: unknown }>['op'];

const hasCompiler = compilerFor('x86_64-linux') !== undefined;
const folder = temporaryFolder('exchange');

const real = { type: 'Float64', causality: 'output' } as const;
const ball = {
  name: 'ball',
  version: '1',
  description: 'A ball that bounces without loss, and two that fall beside it as an array',
  defaultExperiment: { stopTime: 1, stepSize: 0.1 },
  variables: [
    { name: 'x', ...real, nominal: 2 },
    { name: 'v', ...real, derivative: 'x' },
    { name: 'a', ...real, causality: 'local', derivative: 'v' },
    { name: 'y', ...real, dimensions: [2], nominal: 3 },
    { name: 'w', ...real, dimensions: [2], derivative: 'y' },
    { name: 'z', ...real, causality: 'local', eventIndicator: true },
    { name: 'bounces', type: 'Int32', causality: 'output' },
    { name: 'slides', type: 'Boolean', causality: 'parameter', variability: 'fixed', start: false },
  ],
};
/**
 * A ball from 1 m with g = 2 m/s², on the floor at t = 1, 3, 5, … s. The sliding ball is driven to
 * the floor from both sides and never leaves it.
 */
const source = `import { BallVariables } from './variables.js';

export class Ball extends BallVariables {
  override initialize(): void {
    this.x = 1.0;
    this.v = this.slides ? -1.0 : 0.0;
    this.bounces = 0;
    for (let i: i32 = 0; i < 2; i++) this.y[i] = f64(i);
  }

  override derivatives(): void {
    this.a = this.slides ? 0.0 : -2.0;
    this.z = this.x;
    for (let i: i32 = 0; i < 2; i++) this.w[i] = -this.y[i] * f64(i + 1);
  }

  override onEvent(): bool {
    if (this.slides) {
      this.v = this.x > 0.0 ? -1.0 : 1.0;
      return false;
    }
    if (this.x > 0.0 || this.v > 0.0) return false;
    this.v = -this.v;
    this.bounces++;
    return false;
  }
}
`;

let file: string;
let bouncing: string;
beforeAll(async () => {
  const unit = join(folder, 'spring-mass');
  cpSync(join(root, 'docs/units/spring-mass'), unit, { recursive: true });
  const native = hasCompiler ? (['x86_64-linux'] as const) : [];
  const fmi = hasCompiler ? ([3, 2] as const) : ([3] as const);
  ({ file } = await buildUnit(unit, folder, { native, fmi }));
  mkdirSync(join(folder, 'ball'));
  writeFileSync(join(folder, 'ball/unit.json'), JSON.stringify(ball));
  writeFileSync(join(folder, 'ball/unit.ts'), source);
  ({ file: bouncing } = await buildUnit(join(folder, 'ball'), folder, { native, fmi }));
});

/** Returns the message of a sliding ball that reaches the floor. */
function ended(unit: Instance): string {
  const slides = unit.description.variables.find(({ name }) => name === 'slides') as Variable;
  const { view, offset } = unit.view(slides);
  (view as Int32Array)[offset] = 1;
  unit.initialize(0);
  unit.exitInitialization();
  expect(unit.step(0, 0.9)).toBe(0);
  try {
    unit.step(0.9, 0.3);
  } catch (thrown) {
    return unit.reasonOf(thrown);
  } finally {
    unit.close();
  }
  return 'nothing';
}

/** Lists every way into an interface of a unit. */
async function waysInto(
  archived: string,
  kind: 'coSimulation' | 'modelExchange' = 'modelExchange',
): Promise<[string, FmiApi][]> {
  const archive = await openArchive(archived);
  const { description } = await readDescription(archive);
  const { modelIdentifier } = description[kind] as { modelIdentifier: string };
  const wasm = await archive.bytes(`binaries/wasm32-wasip2/${modelIdentifier}.wasm`);
  const translation = await translateComponent(wasm, kind, 'x');
  const ways: [string, FmiApi][] = [
    ['its core', openFmukitComponent((await fmukitCoreOf(wasm, witKindOf(kind))) as Uint8Array, 'x', kind)],
    ['its component by jco', openComponent(translation, kind, 'x')],
  ];
  if (!hasCompiler) return ways;
  const isolated = { isolated: false };
  ways.push(['its library', await openNative(archive, description, kind, isolated)]);
  const archive2 = await openArchive(archived.replace('.fmu', '-fmi2.fmu'));
  const { description: description2 } = await readDescription(archive2);
  ways.push(['its library in FMI 2.0', await openNative(archive2, description2, kind, isolated)]);
  return ways;
}

describe('a system of two units, each a mass, with mutual forces', () => {
  const pulling = 15;
  const algorithm = { scheme: 'continuous', step: 0.25, options: { tolerance: 1e-10 } };
  const masses = (more: object = {}) => ({
    name: 'masses',
    units: {
      one: { fmu: file, parameters: { x_stop: 1 } },
      two: { fmu: file, parameters: { x_stop: 1, x_0: -0.04 } },
      ...more,
    },
    connections: [
      { from: 'one.x', to: 'two.F', factor: pulling, convertUnits: false },
      { from: 'two.x', to: 'one.F', factor: pulling, convertUnits: false },
    ],
    algorithm,
    stopTime: 1,
  });

  it('runs as one linear system by model exchange, without an option', async () => {
    const system = await resolveSystem(masses(), join(folder, 'masses.json'));
    const notes: string[] = [];
    const result = await simulate(system, { collect: true, onNote: (note) => notes.push(note) });
    const end = (name: string): number => Number(result.columns.find((c) => c.name === name)?.data.at(-1));
    // m ẍ = −k x − d ẋ + 15 of the other's x. Mass m = 1 kg, stiffness k = 40 N/m, damping d = 0.5
    // N s/m.
    const A = [
      [0, 1, 0, 0],
      [-40, -0.5, pulling, 0],
      [0, 0, 0, 1],
      [pulling, 0, -40, -0.5],
    ];
    const exact = multiply(exponential(A), [[-0.1], [0], [-0.04], [0]]).flat();
    ['one.x', 'one.v', 'two.x', 'two.v'].forEach((name, i) => {
      expect(Math.abs(end(name) - exact[i])).toBeLessThan(1e-8);
    });
    expect(notes).toContain('one, two: one system, integrated by auto');
    expect(result.notes.join()).toMatch(
      /one, two: one system of 4 states, integrated by auto in \d+ substeps/,
    );
  });

  it('rejects a unit without model exchange, and a custom solver of one unit', async () => {
    const { file: stepping } = await buildUnit(join(folder, 'ball'), join(folder, 'cs'), {
      interfaces: ['cs'],
    });
    await expect(
      resolveSystem(masses({ third: { fmu: stepping } }), join(folder, 'masses.json')),
    ).rejects.toThrow(
      /^unit third: the coupling scheme "continuous" integrates it with others, by model exchange: load .*ball\.fmu: expected a model exchange interface, got co-simulation/,
    );
    const unitWithSolver = { fmu: file, solver: 'bdf', parameters: { x_stop: 1 } };
    const system = await resolveSystem(masses({ two: unitWithSolver }), join(folder, 'masses.json'));
    await expect(simulate(system)).rejects.toThrow(
      'run masses: two has the solver "bdf", but the coupling scheme "continuous" integrates it with others. Remove it there, and set "options": { "solver": "bdf" } of the scheme.',
    );
  });
});

describe('a unit with derivatives of states', () => {
  it('declares states, derivatives, indicators, and the values that an event may set', async () => {
    const { description: d } = await openFmu(bouncing);
    const names = (list: readonly { variable: number }[]): string[] =>
      list.map(({ variable }) => d.variables[variable].name);
    expect(names(d.continuousStateDerivatives)).toEqual(['v', 'a', 'w']);
    expect(names(d.initialUnknowns)).toEqual(['x', 'v', 'a', 'y', 'w', 'bounces']);
    expect(names(d.eventIndicators)).toEqual(['z']);
    expect(d.variables.filter(({ reinit }) => reinit === true).map(({ name }) => name)).toEqual([
      'x',
      'v',
      'y',
    ]);
    expect(d.coSimulation?.hasEventMode).toBe(true);
    expect(d.modelExchange).toMatchObject({
      needsCompletedIntegratorStep: false,
      canGetAndSetFMUState: true,
    });
  });

  it('supports a build for co-simulation only, and lacks a smoke test in one for model exchange only', async () => {
    const built = async (interfaces: ('cs' | 'me')[]): Promise<Awaited<ReturnType<typeof openFmu>>> =>
      openFmu((await buildUnit(join(folder, 'ball'), join(folder, 'out'), { interfaces })).file);
    const { description: steps } = await built(['cs']);
    expect(steps.modelExchange).toBeUndefined();
    expect(steps.variables.some(({ reinit }) => reinit)).toBe(false);
    const exchanged = await built(['me']);
    expect(exchanged.description.coSimulation).toBeUndefined();
    const { paths } = await openArchive(exchanged.file);
    expect(paths.filter((path) => /ref/.test(path))).toEqual([]);
    const unit = await exchanged.instantiate();
    unit.initialize();
    unit.step(0, 0.5);
    expect(unit.get('x')).toBeCloseTo(0.75, 6);
    unit.close();
  });

  it('passes the checker in both interfaces, as component and as library', async () => {
    const areas = isFullTest ? '' : 'states/';
    const rules = notEmpty(
      'rules',
      behaviourRules.filter(({ id }) => id.startsWith(areas)),
    );
    const files = hasCompiler ? [file, bouncing, bouncing.replace('.fmu', '-fmi2.fmu')] : [file, bouncing];
    for (const text of files) {
      const targets = await targetsOf(text);
      expect(targets.some(({ kind }) => kind === 'modelExchange')).toBe(true);
      const { verdicts } = await runOnTargets(text, rules, targets);
      expect(verdicts.flatMap(({ findings }) => findings)).toEqual([]);
      expect(verdicts.filter(({ status: s }) => s === 'passed').length).toBeGreaterThan(isFullTest ? 40 : 3);
    }
  });

  it('converges to the closed form at order 4 of h in its own integration', async () => {
    const [m, k, d, x0] = [1, 40, 0.5, -0.1];
    const delta = d / (2 * m);
    const omega = Math.sqrt(k / m - delta * delta);
    const exact = (t: number): number =>
      Math.exp(-delta * t) * x0 * (Math.cos(omega * t) + (delta / omega) * Math.sin(omega * t));
    const fmu = await openFmu(file, { kind: 'coSimulation' });
    const errorAt = async (h: number, H = 0.04): Promise<number> => {
      const unit = await fmu.instantiate();
      unit.set('x_stop', 10).set('h', h).initialize();
      let worst = 0;
      for (let i = 0; i < 50; i++) {
        unit.step(i * H, H);
        worst = Math.max(worst, Math.abs(Number(unit.get('x')) - exact((i + 1) * H)));
      }
      return worst;
    };
    const order = Math.log2((await errorAt(0.01)) / (await errorAt(0.005)));
    expect(order).toBeGreaterThan(3.9);
    expect(order).toBeLessThan(4.1);
    // A step is at most h long: H = 0.041 takes five, of 0.0082.
    expect(await errorAt(0.01, 0.041)).toBeLessThan(await errorAt(0.01, 0.04));
  });

  it('finds its state events at their times for every step, as an importer of model exchange does', async () => {
    const t = 4.5;
    for (const [kind, H] of [
      ['coSimulation', 1.5],
      ['coSimulation', 0.3],
      ['modelExchange', 1.5],
    ] as const) {
      const unit = await (await openFmu(bouncing, { kind, tolerance: 1e-9 })).instantiate();
      unit.initialize();
      for (let i = 0; i < t / H; i++) unit.step(i * H, H);
      expect(unit.get('bounces'), kind).toBe(2);
      // 1.5 s after the second bounce, upwards with 2 m/s.
      expect(Number(unit.get('x'))).toBeCloseTo(2 * 1.5 - 1.5 * 1.5, kind === 'coSimulation' ? 12 : 6);
      expect(Number(unit.get('v'))).toBeCloseTo(2 - 2 * 1.5, kind === 'coSimulation' ? 12 : 6);
      unit.close();
    }
  });

  it('writes rows before and after each event in fmu run, and omits them with --no-events', () => {
    const rows = (...args: string[]): number[][] => {
      const run = ['run', bouncing, '--interface', 'me', '--step', '0.8', '--stop-time', '4'];
      const { out } = fmu([...run, '--record', 'v', 'bounces', '-o', '-', ...args]);
      const lines = out.trimEnd().split('\r\n').slice(1);
      return lines.map((line) => line.split(',').map(Number));
    };
    const all = rows();
    for (const [n, at] of [1, 3].entries()) {
      const k = all.findIndex(([, , bounces]) => bounces === n + 1);
      const [before, after] = [all[k - 1], all[k]];
      expect(before[0]).toBe(after[0]);
      expect(after[0]).toBeCloseTo(at, 9);
      expect([before[1], before[2], after[1]].map((x) => Math.round(x * 1e9) / 1e9)).toEqual([-2, n, 2]);
    }
    expect(rows('--no-events').map(([t]) => Math.round(10 * t) / 10)).toEqual([0, 0.8, 1.6, 2.4, 3.2, 4]);
  });

  it('continues after a state event inside an internal step', async () => {
    const unit = join(folder, 'inner');
    mkdirSync(unit);
    const inner = source.replace(
      'override init',
      'override internalStep(): f64 { return 0.3; }\n  override init',
    );
    writeFileSync(join(unit, 'unit.json'), JSON.stringify(ball));
    writeFileSync(join(unit, 'unit.ts'), inner);
    writeFileSync(join(unit, 'variables.ts'), generateVariables(loadManifest(unit)));
    for (const H of [0.3, 0.9]) {
      const reference = await instantiateReference(unit);
      reference.initialize(0);
      for (let i = 0; i < 4.5 / H; i++) expect(reference.step(i * H, H)).toBe(0);
      expect(reference.get('bounces')).toEqual([2]);
      expect(reference.get('x')[0]).toBeCloseTo(2 * 1.5 - 1.5 * 1.5, 12);
      expect(reference.get('v')[0]).toBeCloseTo(2 - 2 * 1.5, 12);
    }
  });

  it('gives up if an indicator changes its sign at every event, with an equal message in every form', async () => {
    const reference = await instantiateReference(join(folder, 'ball'));
    reference.set('slides', [1]);
    reference.initialize(0);
    expect(reference.step(0, 0.9)).toBe(0);
    expect(() => reference.step(0.9, 0.3)).toThrow();
    const reason = reference.reasonOf(undefined);
    expect(reason).toMatch(
      /^its events at t = 1 s never end: 1000 of them within 3\.09e-10 s, the last where z changes its sign\. Give the switch a hysteresis/,
    );
    const sealed = await (await openFmu(bouncing, { kind: 'coSimulation' })).instantiate();
    sealed.set('slides', true).initialize();
    sealed.step(0, 0.9);
    expect(() => sealed.step(0.9, 0.3)).toThrow(reason);
    sealed.close();
    const reports: [kind: InterfaceKind, name: string, words: string][] = [];
    for (const kind of ['coSimulation', 'modelExchange'] as const)
      for (const [name, calls] of await waysInto(bouncing, kind)) {
        const { description: d } = await readDescription(
          await openArchive(/2\.0/.test(name) ? bouncing.replace('.fmu', '-fmi2.fmu') : bouncing),
        );
        reports.push([kind, name, ended(createDriver(calls, d, 'x', { tolerance: 1e-6 }))]);
      }
    for (const [kind, name, words] of reports) {
      const [, t] = /at t = (\S+) s/.exec(words) ?? [];
      expect(Number(t), `${name}: ${words}`).toBeCloseTo(1, 9);
      if (kind === 'modelExchange')
        expect(words, name).toMatch(
          `do not end: 1000 of them within 3.09e-10 s, the last where ${/2\.0/.test(name) ? 'event indicator 1' : 'z'} changes sign`,
        );
      // An importer with Event Mode learns about an event, but not about its indicator.
      else if (/2\.0/.test(name)) expect(words, name).toContain(reason);
      else expect(words, name).toContain('without progress: 1000 times within 3.09e-10 s');
    }
  });

  it('ends a step at a state event for an importer with Event Mode, which sees the values before and after it', async () => {
    const archive = await openArchive(bouncing);
    const wasm = await archive.bytes('binaries/wasm32-wasip2/ball.wasm');
    const calls = openFmukitComponent((await fmukitCoreOf(wasm)) as Uint8Array, 'ball');
    const token = (await readDescription(archive)).description.instantiationToken as string;
    calls.instantiate({ instanceName: 'x', token, eventModeUsed: true, earlyReturnAllowed: true });
    for (const op of [
      'enterInitializationMode',
      'exitInitializationMode',
      'updateDiscreteStates',
      'enterStepMode',
    ] as const)
      expect(calls.call({ op }), op).toBe(status.ok);
    const velocity = calls.values('Float64', Uint32Array.of(2));
    const read = (): number => {
      calls.get(velocity);
      return Number(velocity.view[0]);
    };
    calls.registers[r.step] = 1.5;
    expect(calls.call({ op: 'doStep' })).toBe(status.ok);
    expect([calls.registers[r.early], calls.registers[r.eventNeeded]]).toEqual([1, 1]);
    expect(calls.registers[r.lastTime]).toBeCloseTo(1, 12);
    expect(read()).toBeCloseTo(-2, 12);
    calls.call({ op: 'enterEventMode' });
    calls.call({ op: 'updateDiscreteStates' });
    expect(read()).toBeCloseTo(2, 12);
    calls.close();
  });

  it('agrees with its co-simulation if an importer integrates it with its own solver, through its stop and with a force', async () => {
    const ends = await Promise.all(
      (['coSimulation', 'modelExchange'] as const).map(async (kind) => {
        const unit = await (await openFmu(file, { kind, tolerance: 1e-9 })).instantiate();
        unit.set('F', 3).set('h', 2e-4).initialize();
        for (let i = 0; i < 100; i++) unit.step(i * 0.01, 0.01);
        return [Number(unit.get('x')), Number(unit.get('v')), unit.get('touching')] as const;
      }),
    );
    expect(Math.abs(ends[0][0] - ends[1][0])).toBeLessThan(1e-7);
    expect(Math.abs(ends[0][1] - ends[1][1])).toBeLessThan(1e-5);
    expect(ends[0][2]).toBe(ends[1][2]);
  });

  it('gives equal bits as core, as component by jco, and as library of FMI 3.0 and 2.0', async () => {
    for (const archived of [file, bouncing]) {
      const runs: [string, number[]][] = [];
      for (const [name, calls] of await waysInto(archived)) {
        const { description: d } = await readDescription(
          await openArchive(/2\.0/.test(name) ? archived.replace('.fmu', '-fmi2.fmu') : archived),
        );
        const unit = createDriver(calls, d, 'x', { tolerance: 1e-6 });
        const states = d.variables
          .filter(({ name: variableName }) => /^[xvyw](\[|$)/.test(variableName))
          .map((v) => unit.view(v));
        unit.initialize(0);
        unit.exitInitialization();
        const values: number[] = [];
        for (let i = 0; i < 30; i++) {
          unit.step(i * 0.1, 0.1);
          for (const { view, offset, length } of states)
            for (let k = 0; k < length; k++) values.push(Number(view[offset + k]));
        }
        unit.close();
        runs.push([name, values]);
      }
      const [[, first], ...others] = runs;
      expect(new Set(first).size).toBeGreaterThan(30);
      for (const [name, values] of others) expect(values, name).toEqual(first);
    }
  });

  it('answers each call of model exchange equally in every form: results, moved states, errors', async () => {
    const { description } = await openFmu(bouncing);
    const answersByName = new Map<string, unknown[]>();
    for (const [name, calls] of await waysInto(bouncing)) {
      const answers: unknown[] = [];
      const token = description.instantiationToken as string;
      const begin = (): void => {
        answers.push(calls.instantiate({ instanceName: 'x', token, loggingOn: true }));
        act('setupExperiment', 'enterInitializationMode', 'exitInitializationMode');
      };
      const act = (...ops: Action[]): void => {
        for (const op of ops) answers.push([op, calls.call({ op })]);
      };
      const list = (op: List, n: number, values: readonly number[] = []): void => {
        const doubles = calls.doubles(n);
        doubles.set(values);
        const answer = calls.call({ op, doubles });
        answers.push([op, answer, answer === status.ok ? [...doubles] : []]);
      };
      const update = (): void => {
        act('updateDiscreteStates');
        const { registers } = calls;
        answers.push([
          registers[r.newDiscreteStatesNeeded],
          registers[r.valuesChanged],
          registers[r.nextEventTimeDefined],
        ]);
      };
      begin();
      list('getContinuousStates', 4);
      list('getContinuousStateDerivatives', 4);
      list('getEventIndicators', 1);
      list('getNominalsOfContinuousStates', 4);
      update();
      act('enterContinuousTimeMode');
      list('setContinuousStates', 4, [-1e-9, -2, 5, 6]);
      calls.registers[r.time] = 1;
      act('setTime', 'completedIntegratorStep');
      answers.push(calls.registers[r.enterEventMode]);
      list('getContinuousStateDerivatives', 4);
      act('enterEventMode');
      update();
      update();
      list('getContinuousStates', 4);
      act('enterContinuousTimeMode', 'terminate', 'setTime');
      // Errors, each in a separate instance.
      for (const wrong of [
        'doStep',
        'enterStepMode',
        'enterContinuousTimeMode',
        'setTime',
        'completedIntegratorStep',
      ] as const) {
        calls.freeInstance();
        begin();
        if (wrong === 'enterContinuousTimeMode') act('enterContinuousTimeMode');
        if (!/2\.0/.test(name) || wrong !== 'enterStepMode') act(wrong);
      }
      calls.freeInstance();
      begin();
      act('enterContinuousTimeMode');
      list('setContinuousStates', 3, [1, 2, 3]);
      answersByName.set(name, answers);
      calls.close();
    }
    const [[, core], ...others] = answersByName;
    const lists = core.filter(
      (candidate) =>
        Array.isArray(candidate) && /States$|Derivatives$|Indicators$/.test(String(candidate[0])),
    );
    expect(lists.slice(0, 4).map((list) => (list as unknown[])[2])).toEqual([
      [1, 0, 0, 1],
      [0, -2, -0, -2],
      [1],
      [2, 1, 3, 3],
    ]);
    // The first update does not move a state. The update at the floor does, and the next one does
    // not.
    expect(
      core.filter(
        (candidate) =>
          Array.isArray(candidate) && candidate.length === 3 && candidate.every((x) => typeof x === 'number'),
      ),
    ).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    expect(core).toContainEqual(['getContinuousStates', status.ok, [-1e-9, 2, 5, 6]]);
    expect(core).toContainEqual(['setContinuousStates', status.error, []]);
    expect(core.filter((candidate) => Array.isArray(candidate) && candidate[1] === status.error).length).toBe(
      7,
    );
    for (const [name, answers] of others)
      if (/2\.0/.test(name))
        expect(lists.every((list) => answers.some((a) => String(a) === String(list)))).toBe(true);
      else expect(answers, name).toEqual(core);
  });
});

describe('unit.json with derivatives', () => {
  const state: ManifestVariable = { name: 'x', ...real };
  const load = (...variables: (Partial<ManifestVariable> & { name: string })[]): unknown => {
    const text = { name: 'n', version: '1', description: 'd', variables };
    mkdirSync(join(folder, 'wrong'), { recursive: true });
    writeFileSync(join(folder, 'wrong/unit.json'), JSON.stringify(text));
    return loadManifest(join(folder, 'wrong'));
  };
  it.each<[string, Partial<ManifestVariable>[], string]>([
    [
      'the derivative of nothing',
      [{ ...real, derivative: 'q' }],
      'it is the derivative of "q", which is not a variable',
    ],
    ['the derivative of itself', [{ ...real, derivative: 'v' }], 'v cannot be its state'],
    [
      'an input as derivative',
      [{ ...real, causality: 'input', start: 0, derivative: 'x' }],
      'a derivative must be a continuous',
    ],
    [
      'a discrete derivative',
      [{ ...real, variability: 'discrete', derivative: 'x' }],
      'a derivative must be a continuous',
    ],
    [
      'a derivative in another unit of measure',
      [
        { ...real, name: 'l', unit: 'm' },
        { ...real, unit: 'm', derivative: 'l' },
      ],
      'v: its unit of measure m does not fit its state l in m.',
    ],
    [
      'the dependency on a parameter',
      [
        { ...real, name: 'p', causality: 'parameter', start: 1 },
        { ...real, derivative: 'x', dependsOn: ['p'] },
      ],
      'v: p is neither an input nor a state.',
    ],
    ['a dependency twice', [{ ...real, derivative: 'x', dependsOn: ['x', 'x'] }], 'it names "x" twice.'],
    [
      'another size',
      [{ ...real, dimensions: [2], derivative: 'x' }],
      'its dimensions differ from its state x',
    ],
    [
      'two derivatives',
      [
        { ...real, derivative: 'x' },
        { ...real, name: 'u', derivative: 'x' },
      ],
      'u is also the derivative of x',
    ],
    [
      'an indicator without states',
      [{ ...real, eventIndicator: true }],
      'needs a unit with continuous states',
    ],
    [
      'a discrete indicator',
      [
        { ...real, derivative: 'x' },
        { name: 'z', type: 'Int32', causality: 'output', eventIndicator: true },
      ],
      'an event indicator must be a continuous',
    ],
  ])('rejects %s', (_, others, expected) => {
    expect(() => load(state, ...others.map((v) => ({ name: 'v', ...v })))).toThrow(expected);
  });
});
