import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { generateVariables } from '../../fmu-sdk/build/generate/unit-sources-text.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { instantiateReference } from '../../fmu-sdk/build/reference-run/reference-unit.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import { createDriver } from '../../fmu-sdk/host/fmi-driver/create-driver.ts';
import type { VariableView } from '../../fmu-sdk/host/instance/instance.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compilerFor } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { type Random, random } from '../../fmu-sdk/util/seeded-random.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { between, type Draw, drawBall, drawMasses, drawTanks, spread } from '../problems/hybrid/chance.ts';
import { spread as few, isFullTest } from '../width.ts';

const hasCompiler = compilerFor('x86_64-linux') !== undefined;
const folder = temporaryFolder('lost-events');

const g = 9.81;
const room = 256;

/** A unit that records the times of its events, which have a closed form. */
interface Problem {
  name: string;
  states: Readonly<Record<string, string>>;
  more: readonly object[];
  source: string;
  draw(chance: Random): Draw;
}

const ball: Problem = {
  name: 'hops',
  states: { x: 'v', v: 'a' },
  more: [
    { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
    { name: 'push', type: 'Float64', causality: 'output', variability: 'discrete' },
    { name: 'ticks', type: 'Int32', causality: 'output' },
  ],
  source: `
  override initialize(): void { this.x = this.height; this.v = 0.0; this.push = 0.0; this.ticks = 0; this.events_ = 0; }
  override derivatives(): void { this.a = this.push - ${g}; this.z = this.x; }
  override nextEventTime(): f64 { return this.T * f64(this.ticks + 1); }
  override onEvent(): bool {
    if (this.timeEvent) { this.ticks++; this.push = this.v < 0.0 ? this.strength : 0.0; }
    if (this.x > 0.0 || this.v >= 0.0) return false;
    this.v = -this.e * this.v;
    this.note();
    return false;
  }`,
  draw: drawBall,
};

const tanks: Problem = {
  name: 'tanks',
  states: { x1: 'd1', x2: 'd2' },
  more: [
    { name: 'z1', type: 'Float64', causality: 'local', eventIndicator: true },
    { name: 'z2', type: 'Float64', causality: 'local', eventIndicator: true },
    { name: 'second', type: 'Boolean', causality: 'output' },
  ],
  source: `
  override initialize(): void { this.x1 = this.level1; this.x2 = this.level2; this.second = false; this.events_ = 0; }
  override derivatives(): void {
    this.d1 = (this.second ? 0.0 : this.flow) - this.leak;
    this.d2 = (this.second ? this.flow : 0.0) - this.leak;
    this.z1 = this.x1 - this.lower;
    this.z2 = this.x2 - this.lower;
  }
  override onEvent(): bool {
    if ((this.second ? this.z1 : this.z2) > 0.0) return false;
    this.second = !this.second;
    this.note();
    return false;
  }`,
  draw: drawTanks,
};

const masses: Problem = {
  name: 'slips',
  states: { v: 'dv', w: 'dw' },
  more: [
    { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
    { name: 'slides', type: 'Boolean', causality: 'output' },
    { name: 'pulls', type: 'Boolean', causality: 'output' },
    { name: 'f', type: 'Float64', causality: 'local' },
  ],
  source: `
  override initialize(): void { this.v = 0.0; this.w = 0.0; this.slides = false; this.pulls = true; this.events_ = 0; }
  override derivatives(): void {
    const pull: f64 = this.pulls ? this.k * this.time : 0.0;
    this.f = this.slides ? this.most : (pull * this.lower) / (this.upper + this.lower);
    this.dv = (pull - this.f) / this.upper;
    this.dw = this.f / this.lower;
    this.z = this.slides ? this.v - this.w : this.most - this.f;
  }
  override nextEventTime(): f64 { return this.pulls ? this.until : Infinity; }
  override onEvent(): bool {
    if (this.timeEvent) this.pulls = false;
    else if (!this.slides && this.f >= this.most) { this.slides = true; this.note(); }
    else if (this.slides && this.v <= this.w && !this.pulls) { this.slides = false; this.note(); }
    return false;
  }`,
  draw: drawMasses,
};

/** An indicator that is beyond 0 only between two times, which may be very close. */
const dip: Problem = {
  name: 'dips',
  states: { x: 'd' },
  more: [
    { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
    { name: 'above', type: 'Boolean', causality: 'output' },
  ],
  source: `
  override initialize(): void { this.x = 0.0; this.above = this.sign > 0.0; this.events_ = 0; }
  override derivatives(): void {
    this.d = 1.0;
    this.z = this.sign * (this.x - this.first) * (this.x - this.first - this.width);
  }
  override onEvent(): bool {
    if (this.z > 0.0 !== this.above) this.note();
    this.above = this.z > 0.0;
    return false;
  }`,
  draw(chance) {
    const [first, width] = [between(chance, 0.01, 0.6), spread(chance, 1e-6, 0.3)];
    const sign = chance() < 0.5 ? 1 : -1;
    return { parameters: { first, width, sign }, end: 1, exact: [first, first + width] };
  },
};

type Opened = Awaited<ReturnType<typeof openFmu>>;

const problems = [ball, tanks, masses, dip];

function write({ name, states, more, draw, source }: Problem): string {
  const { parameters } = draw(random(1));
  const real = { type: 'Float64', causality: 'output' };
  const unit = join(folder, name);
  const variables = [
    ...Object.entries(states).flatMap(([state, derivative]) => [
      ...(Object.values(states).includes(state) ? [] : [{ name: state, ...real }]),
      { name: derivative, ...real, derivative: state },
    ]),
    ...more,
    { name: 'events_', type: 'Int32', causality: 'output' },
    { name: 'times', ...real, variability: 'discrete', dimensions: [room] },
    ...Object.entries({ ...parameters, h: 0 }).map(([parameter, start]) => ({
      name: parameter,
      type: 'Float64',
      causality: 'parameter',
      variability: 'fixed',
      start,
    })),
  ];
  const manifest = { name, version: '1', description: 'notes its events', variables };
  const of = `${name[0].toUpperCase()}${name.slice(1)}`;
  mkdirSync(unit);
  writeFileSync(
    join(unit, 'unit.json'),
    JSON.stringify({ ...manifest, defaultExperiment: { stopTime: 1, stepSize: 0.1 } }),
  );
  writeFileSync(
    join(unit, 'unit.ts'),
    `import { ${of}Variables } from './variables.js';
export class ${of} extends ${of}Variables {
  override largestStep(): f64 { return this.h; }${source}
  private note(): void {
    if (this.events_ < ${room}) this.times[this.events_] = this.time;
    this.events_++;
  }
}
`,
  );
  writeFileSync(join(unit, 'variables.ts'), generateVariables(loadManifest(unit)));
  return unit;
}

/** A run up to `end` [s] by steps of H [s], or to its error. Returns the recorded times. */
interface Run {
  set(name: string, value: number): void;
  initialize(): void;
  step(t: number, H: number): void;
  times(): number[];
  get(name: string): number;
  reasonOf(thrown: unknown): string;
}
type Way = (problem: Problem) => Promise<Run>;

const noted = (count: number, times: readonly number[]): number[] => times.slice(0, Math.min(count, room));

const openReference: Way = async ({ name }) => {
  const unit = await instantiateReference(join(folder, name));
  return {
    set: (parameter, value) => unit.set(parameter, [value]),
    initialize: () => unit.initialize(0),
    step: (t, H) => unit.step(t, H),
    times: () => noted(unit.get('events_')[0], unit.get('times')),
    get: (variable) => unit.get(variable)[0],
    reasonOf: (thrown) => unit.reasonOf(thrown),
  };
};

const opened = new Map<string, Opened>();
function fmuOf(kind: 'coSimulation' | 'modelExchange', events: boolean, byCalls = false): Way {
  return async ({ name }) => {
    const key = `${name} ${kind} ${events} ${byCalls}`;
    const file = join(folder, 'out', `${name}.fmu`);
    if (!opened.has(key)) opened.set(key, await openFmu(file, { kind, events, byCalls, tolerance: 1e-11 }));
    const unit = await (opened.get(key) as Opened).instantiate();
    return {
      set: (parameter, value) => unit.set(parameter, value),
      initialize: () => unit.initialize(),
      step: (t, H) => unit.step(t, H),
      get: (variable) => Number(unit.get(variable)),
      reasonOf: (thrown) => (thrown as Error).message,
      times: () => noted(Number(unit.get('events_')), [...(unit.get('times') as unknown as Float64Array)]),
    };
  };
}

const byCalls = fmuOf('coSimulation', false, true);

async function timesBy(way: Way, problem: Problem, draw: Draw, H: number, h: number): Promise<number[]> {
  const run = await way(problem);
  for (const [name, value] of Object.entries({ ...draw.parameters, h })) run.set(name, value);
  run.initialize();
  try {
    for (let n = 0; n * H < draw.end; n++) run.step(n * H, H);
  } catch (thrown) {
    // A long step passes the requested end and reaches the limit of the events.
    expect(run.reasonOf(thrown)).toMatch(/ever closer/);
  }
  return run.times().filter((t) => t < draw.end);
}

const ways: [string, Way, number][] = [
  ['as plain TypeScript', openReference, isFullTest ? 200 : 15],
  ['sealed, in its own steps', fmuOf('coSimulation', false), 15],
  ['in co-simulation with Event Mode', fmuOf('coSimulation', true), 10],
  ['alone in model exchange', fmuOf('modelExchange', true), 10],
];

describe.each(problems)('$name with random parameters and steps', (problem) => {
  beforeAll(async () => {
    const unit = write(problem);
    const native = hasCompiler && problem === ball ? (['x86_64-linux'] as const) : [];
    await buildUnit(unit, join(folder, 'out'), { native, fmi: native.length > 0 ? [3, 2] : [3] });
  });

  it.each(ways)(
    '%s has all events, within 1e-9 s of the closed form',
    async (_, way, draws) => {
      const chance = random(15);
      let eventCount = 0;
      for (let k = 0; k < draws; k++) {
        const draw = problem.draw(chance);
        const H = spread(chance, 1e-3 * draw.end, 100 * draw.end);
        const h = chance() < 0.5 ? 0 : spread(chance, 2e-3 * draw.end, draw.end);
        const times = await timesBy(way, problem, draw, H, h);
        const what = JSON.stringify({ ...draw.parameters, H, h, end: draw.end });
        expect(times.length, what).toBe(draw.exact.length);
        times.forEach((t, i) => {
          expect(Math.abs(t - draw.exact[i]), `${i} of ${what}`).toBeLessThan(1e-9);
        });
        eventCount += times.length;
      }
      expect(eventCount).toBeGreaterThan(draws);
    },
    600_000,
  );
});

describe('a ball that comes to rest by ever shorter hops (Zeno)', () => {
  const first = Math.sqrt(2 / g);
  it.each(ways)('%s ends in one error soon, after contacts at their times', async (_, way) => {
    const hops: [e: number, H: number][] = [
      [0.99, 3],
      [0.9, 0.01],
      [0.9, 400],
      [0.5, 1e-3],
      [0.5, 1],
      [0.1, 0.01],
      [0.01, 4],
      [1e-3, 1e-3],
    ];
    for (const [e, H] of few(hops, 4)) {
      const run = await way(ball);
      for (const [name, value] of Object.entries({ height: 1, e, T: 1e9, strength: 0 })) run.set(name, value);
      run.initialize();
      const end = first * (1 + (2 * e) / (1 - e));
      let message = '';
      for (let n = 0; message === '' && n * H < end + H; n++)
        try {
          run.step(n * H, H);
        } catch (thrown) {
          message = run.reasonOf(thrown);
        }
      expect(message, `e = ${e}, H = ${H}`).toMatch(
        /its events (at t = .* s )?come ever closer, .*\(Zeno\).*\. Give (it a state of rest from which no event comes, or end the run before|the model a state of rest without events, or end the run earlier)/,
      );
      const times = run.times();
      expect(times.length).toBeGreaterThan(2);
      times.forEach((t, k) => {
        const exact = first * (1 + (2 * e * (1 - e ** k)) / (1 - e));
        expect(Math.abs(t - exact), `${k} of e = ${e}, H = ${H}`).toBeLessThan(1e-9);
      });
      if (times.length < room) expect(end - times[times.length - 1]).toBeLessThan(1e-3 * H + 1e-8);
    }
  });
});

describe('an indicator that another input brings to the other side of 0', () => {
  const gate: Problem = {
    name: 'gates',
    states: { x: 'd' },
    more: [
      { name: 'u', type: 'Float64', causality: 'input', start: 0 },
      { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
      { name: 'open', type: 'Boolean', causality: 'output' },
    ],
    source: `
  override initialize(): void { this.x = 0.0; this.open = false; this.events_ = 0; }
  override derivatives(): void { this.d = this.open ? 1.0 : 0.0; this.z = this.u - 1.0; }
  override onEvent(): bool {
    const open: bool = this.z > 0.0;
    if (open !== this.open) this.note();
    this.open = open;
    return false;
  }`,
    draw: () => ({ parameters: { unused: 0 }, end: 1, exact: [] }),
  };

  beforeAll(async () => {
    await buildUnit(write(gate), join(folder, 'out'), { fmi: [3] });
  });

  it.each(ways)('%s has an event at the start of the step that changes the input', async (_, way) => {
    for (const h of [0, 0.01]) {
      const run = await way(gate);
      run.set('h', h);
      run.initialize();
      [0, 2, 2, 0.5, 3].forEach((u, n) => {
        run.set('u', u);
        run.step(n, 1);
      });
      expect(run.times()).toEqual([1, 3, 4]);
      // Open from 1 s to 3 s, and from 4 s to 5 s.
      expect(run.get('x')).toBeCloseTo(3, 12);
    }
  });
});

describe('events close to a communication point of long steps', () => {
  const edge: Problem = {
    name: 'edges',
    states: { x: 'd' },
    more: [
      { name: 'u', type: 'Float64', causality: 'input', start: 0 },
      { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
      { name: 'above', type: 'Boolean', causality: 'output' },
      { name: 'ticked', type: 'Boolean', causality: 'output' },
    ],
    source: `
  override initialize(): void { this.x = 0.0; this.above = false; this.ticked = false; this.events_ = 0; }
  override derivatives(): void { this.d = 1.0; this.z = this.x + this.u - this.level; }
  override nextEventTime(): f64 { return this.ticked ? Infinity : this.tick; }
  override onEvent(): bool {
    if (this.timeEvent) { this.ticked = true; this.note(); }
    if (this.z > 0.0 !== this.above) this.note();
    this.above = this.z > 0.0;
    return false;
  }`,
    draw: () => ({ parameters: { level: 1, tick: 1e9 }, end: 1, exact: [] }),
  };
  const all: [string, Way, number][] = [...ways, ['as a component, call by call', byCalls, 0]];

  beforeAll(async () => {
    await buildUnit(write(edge), join(folder, 'out'), { fmi: [3] });
  });

  it.each(all)('%s has them at their times, without a lost time', async (_, way) => {
    for (const [level, tick, H] of [
      [100 - 5e-8, 1e9, 100],
      [4 - 3e-9, 1e9, 4],
      [1e9, 100 - 5e-8, 100],
      [1e9, 1000 + 5e-8, 1000],
      [50, 50 + 4e-9, 100],
      [1e9, 2e-9, 100],
      [4, 4, 4],
    ]) {
      const run = await way(edge);
      for (const [name, value] of Object.entries({ level, tick, h: 0 })) run.set(name, value);
      run.initialize();
      for (const t of [0, H]) run.step(t, H);
      const exact = [level, tick].filter((t) => t < 2 * H).sort((a, b) => a - b);
      const what = JSON.stringify({ level, tick, H, times: run.times() });
      expect(run.times().length, what).toBe(exact.length);
      run.times().forEach((t, k) => {
        expect(Math.abs(t - exact[k]), what).toBeLessThan(1e-9);
      });
      expect(Math.abs(run.get('x') - 2 * H), what).toBeLessThan(1e-9);
    }
  });

  it.each(all)('%s has them if an input changed after the initialization', async (_, way) => {
    const run = await way(edge);
    for (const [name, value] of Object.entries({ level: 1, tick: 1e9, h: 0 })) run.set(name, value);
    run.initialize();
    run.set('u', 2);
    run.step(0, 1);
    expect(run.times()).toEqual([0]);
  });
});

describe('a ball that comes to rest', () => {
  const bed: Problem = {
    name: 'beds',
    states: { x: 'v', v: 'a' },
    more: [
      { name: 'z', type: 'Float64', causality: 'local', eventIndicator: true },
      { name: 'rests', type: 'Boolean', causality: 'output' },
    ],
    source: `
  override initialize(): void { this.x = 1.0; this.v = 0.0; this.rests = false; this.events_ = 0; }
  override derivatives(): void { this.a = this.rests ? 0.0 : -${g}; this.z = this.rests ? 1.0 : this.x; }
  override onEvent(): bool {
    if (this.rests || this.x > 0.0 || this.v >= 0.0) return false;
    this.v = -this.e * this.v;
    this.note();
    if (this.v >= this.slow) return false;
    this.rests = true;
    this.x = 0.0;
    this.v = 0.0;
    return false;
  }`,
    draw: () => ({ parameters: { e: 0.5, slow: 1e-6 }, end: 1, exact: [] }),
  };

  beforeAll(async () => {
    await buildUnit(write(bed), join(folder, 'out'), { fmi: [3] });
  });

  it.each(ways)('%s rests after equal contacts for every H', async (_, way) => {
    const fall = Math.sqrt(2 / g);
    for (const H of [3, 100, 1000]) {
      const run = await way(bed);
      for (const [name, value] of Object.entries({ e: 0.5, slow: 1e-6, h: 0 })) run.set(name, value);
      run.initialize();
      run.step(0, H);
      expect(run.get('rests'), `H = ${H}`).toBe(1);
      expect(run.times().length, `H = ${H}`).toBe(23);
      run.times().forEach((t, k) => {
        expect(Math.abs(t - fall * (1 + 2 * (1 - 0.5 ** k))), `${k} with H = ${H}`).toBeLessThan(1e-9);
      });
    }
  });
});

/** The library of FMI 2.0 or 3.0 of a unit, with events handled as in the sealed FMU. */
function library(fmi: 2 | 3): Way {
  return async ({ name }) => {
    const archive = await openArchive(join(folder, 'out', `${name}${fmi === 2 ? '-fmi2' : ''}.fmu`));
    const { description } = await readDescription(archive);
    const calls = await openNative(archive, description, 'coSimulation', { isolated: false });
    const unit = createDriver(calls, description, name, { asSealed: true });
    const viewed = (variable: string): VariableView =>
      unit.view(description.variables.find((v) => v.name === variable) as Variable);
    // FMI 2.0 lacks arrays, so each element is a variable.
    const times = description.variables.filter((v) => /^times(\[|$)/.test(v.name)).map((v) => unit.view(v));
    const get = (variable: string): number => Number(viewed(variable).view[viewed(variable).offset]);
    get('events_');
    return {
      set(variable, value) {
        const { view, offset } = viewed(variable);
        view[offset] = value;
      },
      initialize() {
        unit.initialize(0);
        unit.exitInitialization();
      },
      step: (t, H) => unit.step(t, H),
      get,
      times: () =>
        noted(
          get('events_'),
          times.flatMap(({ view, offset, length }) =>
            Array.from(view.slice(offset, offset + length), Number),
          ),
        ),
      reasonOf: (thrown) => unit.reasonOf(thrown),
    };
  };
}

it.skipIf(!hasCompiler)(
  'a ball has equal events to the last bit in the reference run, core, component, and library of FMI 3.0 and 2.0',
  async () => {
    const chance = random(3);
    for (let k = 0; k < 3; k++) {
      const draw = ball.draw(chance);
      // Every step stays before the limit of the hops, because a failing step does not return
      // values.
      const H = spread(chance, 0.002 * draw.end, 0.05 * draw.end);
      const h = k === 1 ? 0 : 0.05 * draw.end;
      const expected = await timesBy(openReference, ball, draw, H, h);
      expect(expected.length).toBeGreaterThan(0);
      for (const way of [fmuOf('coSimulation', false), byCalls, library(3), library(2)])
        expect(await timesBy(way, ball, draw, H, h)).toEqual(expected);
    }
  },
);
