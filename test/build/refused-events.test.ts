import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import type { ObserverKind } from '../../master/observe/observer.ts';
import { simulate } from '../../master/run/simulate.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { fmuHere } from '../fmu-here.ts';
import { refusedUnits, step, y } from './refused-unit.ts';

const { build, folder, test, unit } = refusedUnits();

const noTime = 'the time of its next event is NaN, which is no time; Infinity says that none is known';

describe('a next event at NaN', () => {
  const waits = { name: 'waits', type: 'Float64', causality: 'parameter', start: 1e9, min: 1e8 };
  const next = (after: string): string[] => [
    step,
    'override onEvent(): bool { return false; }',
    `override nextEventTime(): f64 { return this.time > ${after} ? Math.sqrt(-1.0) : Infinity; }`,
  ];
  const events = { events: true };

  it('fails in build and test, with the line', async () => {
    const home = unit('never', next('0.25'), events);
    const words = new RegExp(
      `^try never with its start values: step 4 .*: it stops at ${join(home, 'unit.ts')}:6: ${noTime.replace(/[()]/g, '\\$&')}\\. Correct it there\\.$`,
    );
    await expect(build(home)).rejects.toThrow(words);
    await expect(test(home)).rejects.toThrow(words);
  });

  it('ends the run of a sealed unit, alone and in a system', async () => {
    const variables = [y, waits];
    await build(unit('late', next('this.waits'), { ...events, variables }));
    const fmu = join(folder, 'out/late.fmu');
    const late = await (await openFmu(fmu)).instantiate();
    late.initialize(1e9);
    expect(() => {
      for (let k = 0; k < 4; k++) late.step(1e9 + k / 2, 0.5);
    }).toThrow(`step late: the FMU stopped at t = 1000000000.5 s: ${noTime}. `);
    late.close();
    const system = join(folder, 'two.json');
    const algorithm = { scheme: 'jacobi', step: 0.5 };
    const units = { a: { fmu }, b: { fmu } };
    const json = { name: 'two', units, algorithm, startTime: 1e9, stopTime: 1e9 + 2 };
    writeFileSync(system, JSON.stringify(json));
    const { code, err } = await fmuHere(['run', system], folder);
    expect(code).not.toBe(0);
    expect(err).toMatch(
      /^fmu: step a: the FMU stopped at t = 1000000000\.5 s: the time of its next event is NaN/m,
    );
    // As a component, through functions of FMI.
    const calls = await fmuHere(['run', system, '--record-calls', join(folder, 'two.calls')], folder);
    expect(calls.code).not.toBe(0);
    expect(calls.err).toMatch(/^fmu: step a: .*the time of its next event is NaN, which is no time/m);
    // Step by step, because an observer sees each step.
    const looks: ObserverKind = { name: 'looks', observe: () => ({ step: () => {} }) };
    const loaded = await loadSystem(system);
    await expect((async () => simulate(loaded, { observers: [looks] }))()).rejects.toThrow(
      'step a: the FMU stopped at t = 1000000000.5 s: the time of its next event is NaN',
    );
  });
});

describe('endless events at one time', () => {
  const events = { events: true };

  it('fail with the line and the next event if its time does not advance', async () => {
    const home = unit(
      'stays',
      [step, 'override onEvent(): bool { return false; }', 'override nextEventTime(): f64 { return 0.55; }'],
      events,
    );
    await expect(test(home)).rejects.toThrow(
      `it stops at ${join(home, 'unit.ts')}:6: the time of its next event is 5.50e-1 s after events of that time, too, and has to be later.`,
    );
  });

  it('fail with a reason if each event asks for another', async () => {
    const asks = [
      'override doStep(t: f64, h: f64): void { this.y = t; this.eventNeeded = true; }',
      'override onEvent(): bool { return true; }',
    ];
    await expect(build(unit('asks', asks, events))).rejects.toThrow(
      'the events of one time do not end: each asks for one more',
    );
  });
});

describe('the interval of a Clock', () => {
  const clock = {
    name: 'c',
    type: 'Clock',
    causality: 'input',
    intervalVariability: 'changing',
  };
  const ticking = (interval: string): string[] => [
    'override initialize(): void {',
    `  this.cInterval = ${interval};`,
    '}',
    step,
    'override onEvent(): bool { return false; }',
  ];
  const built = (name: string, interval: string): Promise<unknown> =>
    build(unit(name, ticking(interval), { events: true, variables: [y, clock] }));

  it.each([
    ['clock-nan', 'Math.sqrt(-1.0)', 'NaN'],
    ['clock-0', '0.0', '0'],
    ['clock-back', '-1.0', '-1'],
  ])('fails unless it is above 0: %s', async (name, interval, text) => {
    await expect(built(name, interval)).rejects.toThrow(
      `the interval of a Clock that ticks by itself is ${text} s, and has to be above 0`,
    );
  });

  it('passes if it is infinite', async () => {
    const timer = [
      ...ticking('Infinity').slice(0, -1),
      'override onEvent(): bool { if (this.timeEvent) this.n++; return false; }',
      'override nextEventTime(): f64 { return 0.15 + 0.2 * f64(this.n); }',
    ];
    const n = { name: 'n', type: 'Int32', causality: 'output' };
    await build(unit('clock-never', timer, { events: true, variables: [y, n, clock] }));
    const never = await (await openFmu(join(folder, 'out/clock-never.fmu'))).instantiate();
    never.initialize(0);
    const counts = [0.5, 1].map((end) => {
      never.step(end - 0.5, 0.5);
      return never.get('n');
    });
    never.close();
    expect(counts).toEqual([2, 5]);
  });
});

describe('a value that is infinite only after an event', () => {
  const z = { name: 'z', type: 'Float64', causality: 'output', variability: 'discrete', start: 0 };
  const n = { name: 'n', type: 'Int32', causality: 'local', variability: 'discrete' };
  const between = [
    step,
    'override nextEventTime(): f64 { return this.n < 2 ? 0.33 + 0.01 * f64(this.n) : Infinity; }',
    'override onEvent(): bool { this.n++; this.z = this.n == 1 ? Math.sqrt(-1.0) : 2.0; return false; }',
  ];
  const events = { variables: [y, z, n], events: true };

  it('fails in build and test, with step, time, variable and line', async () => {
    const home = unit('behind-event', between, events);
    const words = `try behind-event with its start values: step 4 (t = 0.4 s), after the event at t = 0.33 s: z is NaN, which first arises at ${join(home, 'unit.ts')}:6.`;
    await expect(build(home)).rejects.toThrow(words);
    await expect(test(home)).rejects.toThrow(words);
  });

  it('fails with the reason if the unit gives up there', async () => {
    const members = between.map((line) =>
      line.replace('this.n++;', "this.n++; if (this.n == 1) fail('too soon');"),
    );
    const home = unit('gives-up', members, events);
    writeFileSync(
      join(home, 'unit.ts'),
      `import { fail } from 'fmukit/author';\n${readFileSync(join(home, 'unit.ts'), 'utf8')}`,
    );
    await expect(build(home)).rejects.toThrow(
      /^try gives-up with its start values: step 4 .*: it stops at .*unit\.ts:7: too soon/,
    );
  });

  it('passes in a unit whose Clock ticks at the time of its event', async () => {
    const sample = {
      ...{ name: 'sample', type: 'Clock', causality: 'input', intervalVariability: 'constant' },
      ...{ intervalDecimal: 0.02, shiftDecimal: 0.02 },
    };
    const mean = [
      step,
      'override nextEventTime(): f64 { return 0.02 * f64(this.k + 1); }',
      'override onEvent(): bool {',
      '  if (this.sample) this.n++;',
      '  if (this.timeEvent) { this.z = f64(this.n) / f64(this.n); this.n = 0; this.k++; }',
      '  return false;',
      '}',
    ];
    const variables = [y, z, n, { ...n, name: 'k' }, sample];
    await expect(build(unit('clocked-event', mean, { ...events, variables }))).resolves.toBeDefined();
  });

  it('fails in whole internal steps, too', async () => {
    const home = unit(
      'behind-event-inside',
      ['override internalStep(): f64 { return 0.01; }', ...between],
      events,
    );
    await expect(build(home)).rejects.toThrow('step 4 (t = 0.4 s), after the event at t = 0.33 s: z is NaN');
  });

  it('ends a run with rows at events', async () => {
    const finite = between.map((line) => line.replace('this.n == 1 ?', 'this.y > 0.5 && this.n == 1 ?'));
    const late = finite.map((line) => line.replace('0.33 +', '2.33 +'));
    const home = unit('behind-late-event', late, {
      ...events,
      defaultExperiment: { stopTime: 2, stepSize: 0.1 },
    });
    await build(home);
    const output = join(folder, 'late.csv');
    const { code, err } = await fmuHere(
      [
        'run',
        join(folder, 'out/behind-late-event.fmu'),
        '--stop-time',
        '3',
        '--step',
        '0.1',
        '--events',
        '-o',
        output,
      ],
      folder,
    );
    expect(code).toBe(1);
    expect(err).toContain('behind-late-event.z is NaN at t = 2.33 s.');
    const partialCsv = readFileSync(join(folder, 'late.partial.csv'), 'utf8');
    expect(partialCsv).toContain('2.3,');
    expect(partialCsv).not.toContain('NaN');
  });
});
