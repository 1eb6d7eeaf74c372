import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { clockMembers } from '../../fmu-sdk/build/generate/clock-members.ts';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import type { ManifestVariable } from '../../fmu-sdk/build/manifest/manifest.ts';
import { targetsOf } from '../../fmu-sdk/check/behaviour/fmu-under-test.ts';
import { runOnTargets } from '../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { withoutClocks } from '../../fmu-sdk/description/variables/without-clocks.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write-fmi2.ts';
import { fmukitCoreOf } from '../../fmu-sdk/host/component/fmukit/component-wrapping.ts';
import { type FmiApi, status } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compilerFor } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { notEmpty } from '../not-empty.ts';
import { openFmukitComponent } from '../open-fmukit-component.ts';
import { root } from '../setup.ts';
import { isFullTest } from '../width.ts';

const folder = temporaryFolder('clocks');

const output: ManifestVariable = { name: 'y', type: 'Float64', causality: 'output' };

function load(...variables: Partial<ManifestVariable>[]): ReturnType<typeof loadManifest> {
  const manifest = { name: 'ticker', version: '1', description: 'd', variables: [output, ...variables] };
  writeFileSync(join(folder, 'unit.json'), JSON.stringify(manifest));
  return loadManifest(folder);
}

describe('unit.json with Clocks', () => {
  const clock = { name: 'tick', type: 'Clock', causality: 'input' } as const;
  const int = { type: 'Int32', causality: 'output' } as const;
  it.each<[string, Partial<ManifestVariable>[], string]>([
    [
      'a Clock that is a parameter',
      [{ ...clock, causality: 'parameter' }],
      'a Clock must be an input, an output or local, not a parameter.',
    ],
    [
      'an output Clock with an interval',
      [{ ...clock, causality: 'output', intervalVariability: 'constant', intervalDecimal: 1 }],
      'a Clock that is output must be triggered, not constant.',
    ],
    [
      'a periodic Clock without interval',
      [{ ...clock, intervalVariability: 'fixed' }],
      'a fixed Clock needs an interval. Add "intervalDecimal" [s].',
    ],
    [
      'a triggered Clock with an interval',
      [{ ...clock, intervalDecimal: 1 }],
      'a triggered Clock cannot declare an interval or a shift. Remove them.',
    ],
    [
      'a variable with the name of the field of an interval',
      [
        { ...clock, intervalVariability: 'fixed', intervalDecimal: 1 },
        { ...output, name: 'tickInterval' },
      ],
      'the SDK needs the field "tickInterval" for it. Rename that variable.',
    ],
    [
      'a Clock of an unknown Clock',
      [{ ...clock, causality: 'output', clocks: ['y'] }],
      'expected a Clock, got "y". Name one of unit.json.',
    ],
    [
      'Clocks of a variable that is not discrete',
      [{ ...output, name: 'z', clocks: ['tick'] }, clock],
      'z: a variable that changes at ticks of a Clock must be discrete. Set "variability": "discrete".',
    ],
    [
      'a previous value without clocks',
      [
        { ...int, name: 'z', previous: 'before' },
        { ...int, name: 'before' },
      ],
      'only a variable that changes at ticks of a Clock can have a previous value. Add "clocks".',
    ],
    [
      'a previous value of another type',
      [clock, { ...int, name: 'z', clocks: ['tick'], previous: 'y' }],
      'y has another type or size. Make them equal.',
    ],
    [
      'a counter without resolution',
      [{ ...clock, intervalVariability: 'fixed', intervalCounter: 3 }],
      'counters count fractions of a second. Add "resolution", the number of fractions in 1 s.',
    ],
    [
      'an interval twice',
      [{ ...clock, intervalVariability: 'fixed', intervalCounter: 3, intervalDecimal: 3, resolution: 1 }],
      'its interval is declared twice. Keep "intervalDecimal" or "intervalCounter".',
    ],
    [
      'a countdown Clock with an interval',
      [{ ...clock, intervalVariability: 'countdown', intervalDecimal: 1 }],
      'a countdown Clock cannot declare an interval or a shift. Remove them.',
    ],
    [
      'two previous values in one variable',
      [
        clock,
        { ...int, name: 'b', variability: 'discrete' },
        { ...int, name: 'p', clocks: ['tick'], previous: 'b' },
        { ...int, name: 'q', clocks: ['tick'], previous: 'b' },
      ],
      'p: q also stores its previous value in b.',
    ],
    [
      'previous values in a circle',
      [
        clock,
        { ...int, name: 'p', clocks: ['tick'], previous: 'q' },
        { ...int, name: 'q', clocks: ['tick'], previous: 'p' },
      ],
      'p: it is its own previous value, by way of q.',
    ],
    ['a previous value of a Clock', [{ ...clock, previous: 'y' }], 'a Clock cannot have a previous value.'],
    [
      'a Clock of itself',
      [{ ...clock, causality: 'output', clocks: ['tick'] }],
      'expected another Clock, got "tick".',
    ],
    [
      'a Clock named twice',
      [clock, { ...int, name: 'p', clocks: ['tick', 'tick'] }],
      'p: it names a Clock twice.',
    ],
    [
      'a resolution of what is no Clock',
      [{ ...int, name: 'p', resolution: 10 }],
      'only a Clock can have "resolution".',
    ],
    [
      'a nominal value of a whole number',
      [{ ...int, name: 'p', nominal: 3 }],
      'p: a Int32 cannot have a nominal value.',
    ],
    [
      'a display unit of another quantity',
      [{ ...output, name: 'z', unit: 'rad', displayUnit: 'bar' }],
      'cannot convert values in rad to bar. Name a unit of measure of the same quantity.',
    ],
    [
      'a display unit without a unit',
      [{ ...output, name: 'z', displayUnit: 'bar' }],
      'a displayUnit needs a unit of measure. Add "unit".',
    ],
  ])('rejects %s', (_, variables, reason) => {
    expect(() => load(...variables)).toThrow(reason);
  });

  it('orders a chain of delays from its end, whatever the order in unit.json', () => {
    const delays = [
      clock,
      { ...int, name: 'p', clocks: ['tick'], previous: 'q' },
      { ...int, name: 'q', clocks: ['tick'], previous: 'r' },
      { ...int, name: 'r', clocks: ['tick'] },
    ];
    for (const variables of [delays, [...delays].reverse()]) {
      const lines = clockMembers(load(...variables)).filter((line) => /this\.[pqr] = /.test(line));
      expect(lines.map((line) => line.trim())).toEqual(['this.r = this.q;', 'this.q = this.p;']);
    }
  });

  it('gives a unit Event Mode for its Clocks or for "events", and otherwise not', () => {
    const has = (...variables: Partial<ManifestVariable>[]): unknown =>
      describeUnit(load(...variables), '', '').coSimulation?.hasEventMode;
    expect(has()).toBe(false);
    expect(has({ name: 'tick', type: 'Clock', causality: 'input' })).toBe(true);
    expect(describeUnit({ ...load(), events: true }, '', '').coSimulation?.hasEventMode).toBe(true);
  });

  it('defines display units in both versions of FMI where they are used', () => {
    const d = describeUnit(load({ ...output, name: 'T', unit: 'K', displayUnit: 'degC' }), '', '');
    expect(d.unitsOfMeasure.find(({ name }) => name === 'K')?.displayUnits).toEqual([
      { name: 'degC', factor: 1, offset: -273.15, inverse: false },
    ]);
    expect(writeModelDescription2(d)).toContain('<DisplayUnit name="degC" offset="-273.15"/>');
  });
});

it('leaves Clocks out of an FMI 2.0 description, and keeps order and structure of the rest', () => {
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

describe('a unit that counts ticks of three Clocks', () => {
  const input = { type: 'Clock', causality: 'input' } as const;
  const count = { type: 'Int32', causality: 'output' } as const;
  const timer = {
    name: 'timer',
    version: '1',
    description: 'A bell that rings 20 ms after each third sample',
    defaultExperiment: { stopTime: 1, stepSize: 0.05 },
    variables: [
      {
        name: 'sample',
        ...input,
        intervalVariability: 'fixed',
        resolution: 1000,
        intervalCounter: 100,
        shiftCounter: 50,
      },
      {
        name: 'rate',
        ...input,
        intervalVariability: 'tunable',
        resolution: 3,
        intervalCounter: 1,
        shiftCounter: 1,
      },
      { name: 'late', ...input, intervalVariability: 'countdown' },
      { name: 'n', ...count, clocks: ['sample'], previous: 'before' },
      { name: 'before', ...count, clocks: ['sample'] },
      { name: 'thirds', ...count, clocks: ['rate'] },
      { name: 'rung', ...count, clocks: ['late'] },
      { name: 'share', type: 'Float64', causality: 'output', variability: 'discrete' },
    ],
  };
  const source = `import { TimerVariables } from './variables.js';

export class Timer extends TimerVariables {
  override initialize(): void {
    this.n = 0;
    this.before = 0;
    this.thirds = 0;
    this.rung = 0;
    this.share = 0.0;
    this.lateInterval = NaN;
  }

  override doStep(t: f64, h: f64): void {}

  override onEvent(): bool {
    if (this.sample) {
      this.n = this.before + 1;
      this.share = f64(this.rung) / f64(this.n);
      if (this.n % 3 === 0) this.lateInterval = 0.02;
    }
    if (this.rate) this.thirds++;
    if (this.late) this.rung++;
    return false;
  }
}
`;
  let file: string;
  beforeAll(async () => {
    mkdirSync(join(folder, 'timer'));
    writeFileSync(join(folder, 'timer/unit.json'), JSON.stringify(timer));
    writeFileSync(join(folder, 'timer/unit.ts'), source);
    const native = compilerFor('x86_64-linux') === undefined ? [] : (['x86_64-linux'] as const);
    ({ file } = await buildUnit(join(folder, 'timer'), folder, { native }));
  });

  it('declares fractions, a countdown, and clocked states', async () => {
    const { description: d } = await openFmu(file);
    const [, sample, rate, late, n] = d.variables;
    expect(sample).toMatchObject({
      supportsFraction: true,
      resolution: '1000',
      intervalCounter: '100',
      intervalDecimal: 0.1,
      shiftDecimal: 0.05,
    });
    expect(rate.intervalDecimal).toBe(1 / 3);
    expect(late.intervalVariability).toBe('countdown');
    expect([n.clocks, n.previous]).toEqual([[1], 5]);
    expect(d.clockedStates.map(({ variable }) => variable)).toEqual([4]);
  });

  it('ticks by itself at the times of its Clocks if the importer does not tick it', async () => {
    const unit = await (await openFmu(file)).instantiate();
    unit.initialize();
    for (let i = 0; i < 100; i++) unit.step(i / 100, 0.01);
    // Samples at 0.05, 0.15, … 0.95 s. The bell at 0.27, 0.57 and 0.87 s. Thirds at 1/3 and 2/3 s.
    expect(['n', 'before', 'rung', 'thirds'].map((name) => unit.get(name))).toEqual([10, 9, 3, 2]);
    expect(unit.get('share')).toBe(0.3);
  });

  it('passes the checker with its ticks and the description of its Clocks', async () => {
    const rules = notEmpty(
      'rules',
      behaviourRules.filter(({ id }) => id.startsWith(isFullTest ? '' : 'ticking/')),
    );
    const { verdicts } = await runOnTargets(file, rules, await targetsOf(file));
    expect(verdicts.flatMap(({ findings }) => findings)).toEqual([]);
    const passed = verdicts.filter(({ status }) => status === 'passed').map(({ rule }) => rule.id);
    expect(passed).toEqual(
      expect.arrayContaining([
        'ticking/asked',
        'ticking/given',
        'ticking/previous',
        'ticking/ticks',
        'ticking/deactivated',
      ]),
    );
  });

  it('answers fractions of its Clocks and the time of a known countdown equally in every form', async () => {
    const archive = await openArchive(file);
    const { description } = await readDescription(archive);
    const wasm = await archive.bytes('binaries/wasm32-wasip2/timer.wasm');
    const ways: FmiApi[] = [openFmukitComponent((await fmukitCoreOf(wasm)) as Uint8Array, 'timer')];
    if (compilerFor('x86_64-linux') !== undefined)
      ways.push(await openNative(archive, description, 'coSimulation', { isolated: false }));
    const [sample, rate, late] = [1, 2, 3].map((vr) => Uint32Array.of(vr));
    for (const calls of ways) {
      const token = description.instantiationToken as string;
      calls.instantiate({ instanceName: 'x', token, loggingOn: true, eventModeUsed: true });
      const act = (
        op:
          | 'enterInitializationMode'
          | 'exitInitializationMode'
          | 'updateDiscreteStates'
          | 'enterStepMode'
          | 'doStep'
          | 'enterEventMode',
      ): unknown => calls.call({ op });
      const tick = (vr: Uint32Array): unknown => {
        const values = calls.values('Clock', vr);
        values.view[0] = 1;
        return calls.set(values);
      };
      act('enterInitializationMode');
      const times = (fraction: { counter: bigint; resolution: bigint }[]): string[] =>
        fraction.map(({ counter, resolution }) => `${counter}/${resolution}`);
      expect(times(calls.getShiftFraction(sample).fractions)).toEqual(['50/1000']);
      expect(times(calls.getIntervalFraction(rate).fractions)).toEqual(['1/3']);
      expect(calls.setIntervalFraction(sample, [{ counter: 1n, resolution: 4n }])).toBe(status.ok);
      expect(calls.setShift(sample, Float64Array.of(0.125))).toBe(status.ok);
      const now = calls.getIntervalFraction(sample);
      expect([times(now.fractions), [...now.qualifiers]]).toEqual([['250/1000'], [2]]);
      expect([...calls.getIntervalFraction(sample).qualifiers]).toEqual([1]);
      expect(times(calls.getShiftFraction(sample).fractions)).toEqual(['125/1000']);
      act('exitInitializationMode');
      act('updateDiscreteStates');
      expect([...calls.getInterval(late).qualifiers]).toEqual([0]);
      const readings: number[][] = [];
      for (let i = 0; i < 4; i++) {
        tick(sample);
        act('updateDiscreteStates');
        const { intervals, qualifiers } = calls.getInterval(late);
        readings.push([qualifiers[0], intervals[0]]);
      }
      // Known, and reported as new once, after the third.
      expect(readings).toEqual([
        [0, 0],
        [0, 0],
        [2, 0.02],
        [1, 0.02],
      ]);
      tick(late);
      act('updateDiscreteStates');
      expect([...calls.getInterval(late).qualifiers]).toEqual([0]);
      // 1/7 s is not a multiple of 1/3 s. A countdown Clock cannot have fractions, and an importer
      // cannot set its interval.
      expect(calls.setIntervalFraction(rate, [{ counter: 1n, resolution: 7n }])).toBe(status.error);
      expect(
        calls
          .takeLog()
          .map(({ message }) => message)
          .join(),
      ).toMatch(/1 \/ 7 s is no whole multiple of 1 \/ 3 s, the resolution of value reference 2/);
      calls.close();
    }
  });
});
