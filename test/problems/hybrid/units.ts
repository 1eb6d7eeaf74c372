import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { fakeDescription, type Given } from '../../host/fmi-driver/fake-description.ts';
import type { EventResult, FakeModel, StepResult } from '../../host/fmi-driver/fake-model.ts';
import { DataModel } from '../../host/fmi-driver/models.ts';

/** A model-exchange unit in this process. `times` of its data are the times of its events. */
export interface Hybrid {
  model: FakeModel;
  description: ModelDescription;
}

const input = (name: string, valueReference: number, start = '0'): Given => ({
  name,
  valueReference,
  causality: 'input',
  start: [start],
});
const output = (name: string, valueReference: number): Given => ({
  name,
  valueReference,
  causality: 'output',
});
const discrete = (variable: Given): Given => ({ ...variable, variability: 'discrete' });
const rate = (name: string, valueReference: number, derivative: number): Given => ({
  name,
  valueReference,
  derivative,
});

class EventModel extends DataModel {
  constructor(data: DataModel['data'], keys: Record<number, string>, states: string[] = []) {
    super({ ...data, times: [] }, keys, states);
  }
  protected note(): void {
    (this.data.times as number[]).push(this.time);
  }
}

/**
 * Ball on the floor with a jet under it: ḣ = v, v̇ = push − g. At the floor it leaves with −e v.
 */
export function pushedBall(e: number, height = 1, g = 9.81): Hybrid {
  class Ball extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('v');
      dx[1] = this.n('push') - g;
    }
    indicators(): number[] {
      return [this.n('h')];
    }
    update(): EventResult {
      if (this.n('h') > 0 || this.n('v') >= 0) return {};
      this.data.h = Number.MIN_VALUE;
      this.data.v = -e * this.n('v');
      this.data.bounces = this.n('bounces') + 1;
      this.note();
      return { valuesChanged: true };
    }
  }
  return {
    model: new Ball({ h: height, v: 0, push: 0, bounces: 0 }, { 1: 'h', 2: 'v', 5: 'push', 6: 'bounces' }, [
      'h',
      'v',
    ]),
    description: fakeDescription(
      3,
      [
        output('h', 1),
        output('v', 2),
        rate('der(h)', 3, 1),
        rate('der(v)', 4, 2),
        discrete(input('push', 5)),
        discrete(output('bounces', 6)),
      ],
      ['der(h)', 'der(v)'],
      { eventIndicators: 1 },
    ),
  };
}

/** Looks at the ball every T [s]: pushes it while it falls. */
export function jetControl(T: number, push: number): Hybrid {
  class Control extends EventModel {
    update(): EventResult {
      const next = this.n('ticks') * T;
      if (this.time < next) return { nextEventTime: next };
      this.data.ticks = this.n('ticks') + 1;
      this.data.push = this.n('v') < 0 ? push : 0;
      this.note();
      return { nextEventTime: this.n('ticks') * T, valuesChanged: true };
    }
  }
  return {
    model: new Control({ v: 0, push: 0, ticks: 1 }, { 1: 'v', 2: 'push' }),
    description: fakeDescription(3, [input('v', 1), discrete(output('push', 2))]),
  };
}

/** Contacts of the ball under that control up to `end`, from one parabola to the next. */
export function pushedContacts(
  e: number,
  T: number,
  push: number,
  end: number,
  height = 1,
  g = 9.81,
): number[] {
  const times: number[] = [];
  let [t, h, v, a] = [0, height, 0, -g];
  for (let k = 1; t <= end; ) {
    const remaining = k * T - t;
    // 0 = h + v τ + ½ a τ², the first after now. From the floor the other root is 0.
    const root = Math.sqrt(Math.max(0, v * v - 2 * a * h));
    const roots = (h === 0 ? [(-2 * v) / a] : [(-v - root) / a, (-v + root) / a]).filter((z) => z > 1e-12);
    const hit = v * v - 2 * a * h < 0 ? Infinity : Math.min(Infinity, ...roots);
    const tau = Math.min(hit, remaining);
    t += tau;
    [h, v] = [h + tau * (v + 0.5 * a * tau), v + a * tau];
    if (hit < remaining) {
      times.push(t);
      [h, v] = [0, -e * v];
    } else {
      t = k++ * T;
      a = v < 0 ? push - g : -g;
    }
  }
  return times.filter((time) => time <= end);
}

/**
 * ẋ = flow · open − leak. `low` reports that x has fallen to its lower level while it is not
 * filled.
 */
export function tank(level: number, leak: number, flow: number, lower: number): Hybrid {
  class Tank extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = flow * this.n('open') - leak;
    }
    indicators(): number[] {
      return [this.n('x') - lower];
    }
    update(): EventResult {
      const low = this.n('x') <= lower && this.n('open') === 0 ? 1 : 0;
      if (low === this.n('low')) return {};
      this.data.low = low;
      if (low === 1) this.note();
      return {};
    }
  }
  return {
    model: new Tank({ x: level, open: 0, low: 0 }, { 1: 'x', 3: 'open', 4: 'low' }, ['x']),
    description: fakeDescription(
      3,
      [
        output('x', 1),
        rate('der(x)', 2, 1),
        { ...discrete(input('open', 3)), type: 'Int32' },
        { ...discrete(output('low', 4)), type: 'Int32' },
      ],
      ['der(x)'],
      { eventIndicators: 1 },
    ),
  };
}

/** One hose for two tanks. It moves to the tank that reports a low level. */
export function hose(): Hybrid {
  class Hose extends EventModel {
    update(): EventResult {
      const [one, two] = [this.n('low1'), this.n('low2')];
      if (one === two) return {};
      if (this.n('to1') !== one) this.note();
      [this.data.to1, this.data.to2] = [one, two];
      return {};
    }
  }
  const whole = (variable: Given): Given => ({ ...discrete(variable), type: 'Int32' });
  return {
    model: new Hose({ low1: 0, low2: 0, to1: 1, to2: 0 }, { 1: 'low1', 2: 'low2', 3: 'to1', 4: 'to2' }),
    description: fakeDescription(3, [
      whole(input('low1', 1)),
      whole(input('low2', 2)),
      whole(output('to1', 3)),
      whole(output('to2', 4)),
    ]),
  };
}

/**
 * Returns the switching times of the hose. The tank without the hose falls to its level while the
 * other fills.
 */
export function switchings(
  levels: readonly number[],
  leak: number,
  flow: number,
  lower: number,
  end: number,
): number[] {
  const times: number[] = [];
  const x = [...levels];
  for (let [t, filled] = [0, 0]; ; filled = 1 - filled) {
    const tau = (x[1 - filled] - lower) / leak;
    t += tau;
    if (!(t <= end) || times.length > 10_000) return times;
    times.push(t);
    x[filled] += tau * (flow - leak);
    x[1 - filled] = lower;
  }
}

/**
 * Two masses on each other. F = k t pulls the upper one until t₁. `slips` reports whether they
 * slip.
 */
export interface StickSlip {
  upper: number;
  lower: number;
  /** Largest friction [N]. */
  most: number;
  k: number;
  until: number;
}

/** The upper mass, which knows the friction between both. */
export function upperMass({ upper, lower, most, k, until }: StickSlip): Hybrid {
  class Upper extends EventModel {
    private pull(): number {
      return this.n('pulls') * k * this.time;
    }
    private friction(): number {
      return this.n('slips') === 0 ? (this.pull() * lower) / (upper + lower) : most;
    }
    derivatives(dx: Float64Array): undefined {
      dx[0] = (this.pull() - this.friction()) / upper;
    }
    indicators(): number[] {
      return [this.n('slips') === 0 ? most - this.friction() : this.n('v') - this.n('w')];
    }
    update(): EventResult {
      if (this.time >= until && this.n('pulls') === 1) this.data.pulls = 0;
      else if (this.n('slips') === 0 && this.friction() >= most) this.slip(1);
      else if (this.n('slips') === 1 && this.n('v') <= this.n('w') && this.n('pulls') === 0) this.slip(0);
      return this.n('pulls') === 1 ? { nextEventTime: until } : {};
    }
    private slip(slips: number): void {
      this.data.slips = slips;
      this.note();
    }
    override get(reference: number): (number | bigint)[] {
      return reference === 4 ? [this.friction()] : super.get(reference);
    }
  }
  return {
    model: new Upper({ v: 0, w: 0, slips: 0, pulls: 1 }, { 1: 'v', 3: 'w', 5: 'slips' }, ['v']),
    description: fakeDescription(
      3,
      [output('v', 1), rate('der(v)', 2, 1), input('w', 3), output('f', 4), discrete(output('slips', 5))],
      ['der(v)'],
      { eventIndicators: 1 },
    ),
  };
}

/** The lower mass: m ẇ = f. */
export function lowerMass({ lower }: StickSlip): Hybrid {
  class Lower extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('f') / lower;
    }
  }
  return {
    model: new Lower({ w: 0, f: 0 }, { 1: 'w', 3: 'f' }, ['w']),
    description: fakeDescription(3, [output('w', 1), rate('der(w)', 2, 1), input('f', 3)], ['der(w)']),
  };
}

/** Returns the time at which slipping starts, and the time at which sticking starts. */
export function slipTimes({ upper, lower, most, k, until }: StickSlip): [number, number] {
  const begin = (most * (upper + lower)) / (lower * k);
  // v − w at t₁, from ∫ (k t − most) / upper − most / lower. Then it falls at a steady rate.
  const slipSpeed =
    (0.5 * k * (until ** 2 - begin ** 2)) / upper - most * (1 / upper + 1 / lower) * (until - begin);
  return [begin, until + slipSpeed / (most * (1 / upper + 1 / lower))];
}

/** ẋ = 2 · heat − x. */
export function room(): Hybrid {
  class Room extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = 2 * this.n('heat') - this.n('x');
    }
  }
  return {
    model: new Room({ x: 0, heat: 1 }, { 1: 'x', 3: 'heat' }, ['x']),
    description: fakeDescription(
      3,
      [output('x', 1), rate('der(x)', 2, 1), discrete(input('heat', 3, '1'))],
      ['der(x)'],
    ),
  };
}

/** Heats until x has risen to 1, then not until it has fallen to ½. */
export function twoPointControl(): Hybrid {
  class Control extends EventModel {
    indicators(): number[] {
      return [this.n('heat') === 1 ? 1 - this.n('x') : this.n('x') - 0.5];
    }
    update(): EventResult {
      if (this.indicators()[0] > 0) return {};
      this.data.heat = 1 - this.n('heat');
      this.note();
      return { again: true };
    }
  }
  return {
    model: new Control({ x: 0, heat: 1 }, { 1: 'x', 2: 'heat' }),
    description: fakeDescription(3, [input('x', 1), discrete(output('heat', 2))], [], { eventIndicators: 1 }),
  };
}

/** Its output goes from 0 to 1 at one time. */
export function clockwork(at: number): Hybrid {
  class Clockwork extends EventModel {
    update(): EventResult {
      if (this.n('y') === 1) return {};
      if (this.time < at) return { nextEventTime: at };
      this.data.y = 1;
      return {};
    }
  }
  return {
    model: new Clockwork({ y: 0 }, { 1: 'y' }),
    description: fakeDescription(3, [discrete(output('y', 1))]),
  };
}

/** Counts its ticks at T, 2 T, … s in `ticks`. `times` contains u at each tick. */
export function tally(T: number): Hybrid {
  class Tally extends EventModel {
    update(): EventResult {
      const next = (): number => (this.n('ticks') + 1) * T;
      if (this.time >= next()) {
        this.data.ticks = this.n('ticks') + 1;
        (this.data.times as number[]).push(this.n('u'));
      }
      return { nextEventTime: next() };
    }
  }
  return {
    model: new Tally({ u: 0, ticks: 0 }, { 1: 'u', 2: 'ticks' }),
    description: fakeDescription(3, [discrete(input('u', 1)), discrete(output('ticks', 2))]),
  };
}

/** Pseudorandom between −1 and 1, the same for the same time. */
function noise(t: number): number {
  const x = Math.sin(t * 1e5 + 1) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

/**
 * y = y₀ + v t − ½ g t², from its states (ME), or closed in co-simulation with noise of this size.
 * `push` is added to −g.
 */
export function thrown(v: number, g = 9.81, y = 0, size = 0): Hybrid {
  class Thrown extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('v');
      dx[1] = this.n('push') - g;
    }
    override get(reference: number): (number | bigint)[] {
      return reference === 1 ? [this.n('y') + size * noise(this.time)] : super.get(reference);
    }
    doStep(t: number, h: number): StepResult {
      const a = this.n('push') - g;
      this.time = t + h;
      this.data.y = this.n('y') + h * (this.n('v') + 0.5 * h * a);
      this.data.v = this.n('v') + h * a;
      return {};
    }
  }
  return {
    model: new Thrown({ y, v, push: 0 }, { 1: 'y', 2: 'v', 5: 'push' }, ['y', 'v']),
    description: fakeDescription(
      3,
      [
        output('y', 1),
        rate('der(y)', 3, 1),
        output('v', 2),
        rate('der(v)', 4, 2),
        discrete(input('push', 5)),
      ],
      ['der(y)', 'der(v)'],
    ),
  };
}

/** Reports by `above` whether u + rate t exceeds a level. */
export function comparator(level: number, rate = 0, begin = 0): Hybrid {
  class Comparator extends EventModel {
    indicators(): number[] {
      return [this.n('u') + rate * this.time - level];
    }
    update(): EventResult {
      const above = this.indicators()[0] > 0 ? 1 : 0;
      if (above !== this.n('above')) this.note();
      this.data.above = above;
      return {};
    }
  }
  return {
    model: new Comparator({ u: 0, above: begin }, { 1: 'u', 2: 'above' }),
    description: fakeDescription(3, [input('u', 1), discrete(output('above', 2))], [], {
      eventIndicators: 1,
    }),
  };
}

/** ẋ = 1. An event where x comes to `level`, and one at a time [s]. */
export function alarm(level: number, at: number): Hybrid {
  class Alarm extends EventModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = 1;
    }
    indicators(): number[] {
      return [this.n('x') - level];
    }
    update(): EventResult {
      const above = this.n('x') > level ? 1 : 0;
      if (above !== this.n('above')) this.note();
      this.data.above = above;
      const rings = this.time >= at ? 1 : 0;
      if (rings !== this.n('rings')) this.note();
      this.data.rings = rings;
      return rings === 1 ? {} : { nextEventTime: at };
    }
  }
  return {
    model: new Alarm({ x: 0, above: 0, rings: 0 }, { 1: 'x', 3: 'above', 4: 'rings' }, ['x']),
    description: fakeDescription(
      3,
      [output('x', 1), rate('der(x)', 2, 1), discrete(output('above', 3)), discrete(output('rings', 4))],
      ['der(x)'],
      { eventIndicators: 1 },
    ),
  };
}

/** y is u, and where v is 1 and not 0 what u is not. Of `inputs` one, v stays 0. */
export function inverter(inputs: 1 | 2): Hybrid {
  class Inverter extends EventModel {
    update(): EventResult {
      const y = this.n('v') === 1 ? 1 - this.n('u') : this.n('u');
      if (y !== this.n('y')) this.note();
      this.data.y = y;
      return {};
    }
  }
  return {
    model: new Inverter({ u: 0, v: 0, y: 0 }, { 1: 'u', 2: 'v', 3: 'y' }),
    description: fakeDescription(3, [
      discrete(input('u', 1)),
      ...(inputs === 2 ? [discrete(input('v', 2))] : []),
      discrete(output('y', 3)),
    ]),
  };
}

/** y is this for ever. */
export function constant(y: number): Hybrid {
  return {
    model: new EventModel({ y }, { 1: 'y' }),
    description: fakeDescription(3, [output('y', 1)]),
  };
}

/**
 * ẋ = 1 in co-simulation. At x = `level` the output y becomes 1. `how` selects the report: an early
 * return with an event, or a change of y inside the step.
 */
export function rising(level: number, how: 'early return' | 'nothing'): Hybrid {
  class Rising extends EventModel {
    doStep(t: number, h: number): StepResult {
      const remaining = level - this.n('x');
      this.time = t + h;
      if (how === 'early return' && remaining > 0 && h >= remaining) {
        this.data.x = level;
        return { early: true, eventNeeded: true, lastTime: t + remaining };
      }
      this.data.x = this.n('x') + h;
      if (how === 'nothing' && this.n('x') >= level) this.data.y = 1;
      return {};
    }
    update(): EventResult {
      if (this.n('x') >= level) this.data.y = 1;
      return {};
    }
  }
  const events = how === 'early return';
  return {
    model: new Rising({ x: 0, y: 0 }, { 1: 'x', 2: 'y' }),
    description: fakeDescription(3, [output('x', 1), discrete(output('y', 2))], [], {
      coSimulation: { hasEventMode: events, mightReturnEarlyFromDoStep: events },
    }),
  };
}

/** Counts its steps of any length in the discrete output y. */
export function counter(): Hybrid {
  class Counter extends EventModel {
    doStep(t: number, h: number): StepResult {
      this.time = t + h;
      this.data.y = this.n('y') + 1;
      return {};
    }
  }
  return {
    model: new Counter({ y: 0 }, { 1: 'y' }),
    description: fakeDescription(3, [discrete(output('y', 1))], [], {
      coSimulation: { hasEventMode: false, mightReturnEarlyFromDoStep: false },
    }),
  };
}

/** Its clock ticks at T, 2 T, … s. */
export function beat(T: number): Hybrid {
  class Beat extends EventModel {
    update(): EventResult {
      const ticks = this.n('ticks');
      if (this.time >= ticks * T && this.n('active') === 0) {
        this.data.active = 1;
        return { again: true, nextEventTime: (ticks + 1) * T };
      }
      if (this.n('active') === 1) this.data.ticks = ticks + 1;
      this.data.active = 0;
      return { nextEventTime: this.n('ticks') * T };
    }
    getClock(): boolean {
      return this.n('active') === 1;
    }
  }
  return {
    model: new Beat({ ticks: 1, active: 0 }, {}),
    description: fakeDescription(3, [
      { name: 'clock', valueReference: 1, type: 'Clock', causality: 'output' },
    ]),
  };
}

/** Keeps the times at which its clock is made to tick, and what x was then. */
export function listener(): Hybrid {
  class Listener extends EventModel {
    setClock(): void {
      this.note();
      (this.data.heard as number[]).push(this.n('x'));
    }
  }
  const model = new Listener({ x: 0, heard: [] }, { 1: 'x' });
  return {
    model,
    description: fakeDescription(3, [
      input('x', 1),
      {
        name: 'clock',
        valueReference: 2,
        type: 'Clock',
        causality: 'input',
        intervalVariability: 'triggered',
      },
    ]),
  };
}

const clock = (
  name: string,
  valueReference: number,
  causality: 'input' | 'output',
  intervalVariability: 'triggered' | 'countdown' = 'triggered',
): Given => ({ name, valueReference, type: 'Clock', causality, intervalVariability });

const onClock = (name: string, valueReference: number, causality: 'input' | 'output', of: number): Given => ({
  ...discrete({ name, valueReference, type: 'Binary', causality, start: [''] }),
  clocks: [of],
});

/**
 * A node of a bus as in FMI-LS-BUS. It sends a word at 0, T, 2 T, … s by a Clock that is active
 * once, and receives words by another Clock. Variables of a Clock are accessible only while the
 * Clock is active.
 */
export function busNode(T: number, word: number): Hybrid {
  class Node extends EventModel {
    doStep(t: number, h: number): StepResult {
      this.time = t + h;
      return {};
    }
    update(): EventResult {
      if (this.n('hears') === 1) {
        this.note();
        (this.data.heard as number[]).push(this.n('news'));
      }
      this.data.hears = 0;
      const sent = this.n('sent');
      if (this.n('sends') === 0 && this.time >= sent * T) {
        this.data.sends = 1;
        this.data.sent = sent + 1;
        return { again: true, nextEventTime: (sent + 1) * T };
      }
      this.data.sends = 0;
      return { nextEventTime: sent * T };
    }
    getClock(): boolean {
      return this.n('sends') === 1;
    }
    setClock(): void {
      this.data.hears = 1;
      this.data.news = -1;
    }
    getBinary(): Uint8Array {
      if (this.n('sends') === 0) throw new Error('node: nothing is sent');
      return Uint8Array.of(word);
    }
    setBinary(_: number, [first]: Uint8Array): void {
      if (this.n('hears') === 0) throw new Error('node: nobody listens');
      this.data.news = first;
    }
  }
  return {
    model: new Node({ sent: 0, sends: 0, hears: 0, news: -1, heard: [] }, {}),
    description: fakeDescription(
      3,
      [
        clock('sent', 1, 'output'),
        onClock('word', 2, 'output', 1),
        clock('heard', 3, 'input'),
        { ...onClock('news', 4, 'input', 3), dimensions: [1] },
      ],
      [],
      { coSimulation: { hasEventMode: true } },
    ),
  };
}

/** Hands a word on after a delay [s], by an input Clock that counts down to it. */
export function bus(delay: number): Hybrid {
  class Bus extends EventModel {
    doStep(t: number, h: number): StepResult {
      this.time = t + h;
      return {};
    }
    update(): EventResult {
      if (this.n('receives') === 1) this.data.counting = 1;
      this.data.receives = 0;
      this.data.sends = 0;
      return {};
    }
    setClock(reference: number): void {
      this.data[reference === 1 ? 'receives' : 'sends'] = 1;
    }
    getInterval(): { interval: number; qualifier: number } {
      const qualifier = this.n('counting') === 1 ? 2 : 1;
      this.data.counting = 0;
      return { interval: delay, qualifier };
    }
    getBinary(): Uint8Array {
      if (this.n('sends') === 0) throw new Error('bus: nothing is sent');
      this.note();
      return Uint8Array.of(this.n('word'));
    }
    setBinary(_: number, [first]: Uint8Array): void {
      if (this.n('receives') === 0) throw new Error('bus: nobody listens');
      this.data.word = first;
    }
  }
  return {
    model: new Bus({ receives: 0, sends: 0, counting: 0, word: 0 }, {}),
    description: fakeDescription(
      3,
      [
        clock('received', 1, 'input'),
        onClock('in', 2, 'input', 1),
        clock('sent', 3, 'input', 'countdown'),
        onClock('out', 4, 'output', 3),
      ],
      [],
      { coSimulation: { hasEventMode: true } },
    ),
  };
}

/** Partitions of scheduled execution. Each notes when it is activated. */
abstract class Partitions extends EventModel {
  abstract activate(clock: number, t: number): { update: boolean };
  protected ran(clock: number, t: number): void {
    this.time = t;
    this.note();
    (this.data.clocks as number[]).push(clock);
  }
}

const textOn = (name: string, valueReference: number, causality: 'input' | 'output', of: number): Given => ({
  ...onClock(name, valueReference, causality, of),
  type: 'String',
});

const every = (T: number): Partial<Given> => ({ intervalVariability: 'constant', intervalDecimal: T });

/**
 * Scheduled execution: sends the present time at 0, T, 2 T, … s, as a number, a text and a byte on
 * its Clock.
 */
export function speaker(T: number): Hybrid {
  class Speaker extends Partitions {
    activate(clock: number, t: number): { update: boolean } {
      this.ran(clock, t);
      this.data.spoken = this.n('spoken') + 1;
      return { update: false };
    }
    getString(): string {
      return `word ${this.n('spoken')}`;
    }
    getBinary(): Uint8Array {
      return Uint8Array.of(this.n('spoken'));
    }
  }
  return {
    model: new Speaker({ spoken: 0, clocks: [] }, { 4: 'spoken' }),
    description: fakeDescription(3, [
      { ...clock('beat', 1, 'input'), ...every(T) },
      textOn('text', 2, 'output', 1),
      onClock('byte', 3, 'output', 1),
      { ...discrete(output('number', 4)), clocks: [1] },
    ]),
  };
}

/**
 * Scheduled execution: keeps what it hears when its Clock ticks: by others, or every T [s]. What it
 * has heard it forgets.
 */
export function hearer(T?: number): Hybrid {
  class Hearer extends Partitions {
    activate(clock: number, t: number): { update: boolean } {
      this.ran(clock, t);
      const { text, byte, number } = this.data;
      (this.data.heard as unknown[]).push(`${text}, ${byte}, ${number}`);
      Object.assign(this.data, { text: -1, byte: -1 });
      return { update: false };
    }
    setString(_: number, value: string): void {
      this.data.text = Number(value.replace('word ', ''));
    }
    setBinary(_: number, [first]: Uint8Array): void {
      this.data.byte = first ?? 0;
    }
  }
  return {
    model: new Hearer({ text: -1, byte: -1, number: 0, heard: [], clocks: [] }, { 4: 'number' }),
    description: fakeDescription(3, [
      { ...clock('ear', 1, 'input'), ...(T === undefined ? {} : every(T)) },
      textOn('text', 2, 'input', 1),
      { ...onClock('byte', 3, 'input', 1), dimensions: [1] },
      { ...discrete(input('number', 4)), clocks: [1] },
    ]),
  };
}

/**
 * Scheduled execution: a partition that receives bytes starts a countdown Clock. Its partition
 * sends them again after a delay [s]. Nothing else starts before that. `urgent` selects the Clock
 * with the higher priority.
 */
export function echo(delay: number, urgent: 'received' | 'sent' = 'received'): Hybrid {
  class Echo extends Partitions {
    activate(clock: number, t: number): { update: boolean } {
      this.ran(clock, t);
      const begins = clock === 1 && this.n('busy') === 0;
      if (begins) Object.assign(this.data, { counting: 1, busy: 1, kept: this.n('byte') });
      if (clock === 3) Object.assign(this.data, { said: this.n('kept'), busy: 0 });
      return { update: begins };
    }
    getInterval(): { interval: number; qualifier: number } {
      const qualifier = this.n('counting') === 1 ? 2 : 1;
      this.data.counting = 0;
      return { interval: delay, qualifier };
    }
    getBinary(): Uint8Array {
      return Uint8Array.of(this.n('said'));
    }
    setBinary(_: number, [first]: Uint8Array): void {
      this.data.byte = first ?? 0;
    }
  }
  return {
    model: new Echo({ byte: 0, kept: 0, said: 0, counting: 0, busy: 0, clocks: [] }, {}),
    description: fakeDescription(3, [
      { ...clock('received', 1, 'input'), priority: urgent === 'received' ? 0 : 1 },
      onClock('in', 2, 'input', 1),
      { ...clock('sent', 3, 'input', 'countdown'), priority: urgent === 'sent' ? 0 : 1 },
      onClock('out', 4, 'output', 3),
    ]),
  };
}

/** Looks at x every T [s], and keeps what it was. */
export function sampler(T: number): Hybrid {
  class Sampler extends EventModel {
    update(): EventResult {
      const heard = this.data.heard as number[];
      if (this.time >= (heard.length + 1) * T) {
        this.note();
        heard.push(this.n('x'));
      }
      return { nextEventTime: (heard.length + 1) * T };
    }
  }
  return {
    model: new Sampler({ x: 0, heard: [] }, { 1: 'x' }),
    description: fakeDescription(3, [input('x', 1)]),
  };
}
