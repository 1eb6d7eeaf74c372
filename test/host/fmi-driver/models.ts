import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { robertson as robertsonOde, vanDerPol as vanDerPolOde } from '../../problems/odes.ts';
import { fakeDescription, type Given } from './fake-description.ts';
import type { Data, EventResult, FakeModel } from './fake-model.ts';

/** A fake FMU whose variables are entries of its data, by value reference. */
export class DataModel implements FakeModel {
  time = 0;
  data: Data;
  states?: string[];
  private readonly keys: Record<number, string>;

  constructor(data: Data, keys: Record<number, string>, states?: string[]) {
    this.data = data;
    this.keys = keys;
    this.states = states;
  }

  get(reference: number): (number | bigint)[] {
    const value = this.data[this.keys[reference]];
    return Array.isArray(value) ? value : [value];
  }

  set(reference: number, value: (number | bigint)[]): void {
    const key = this.keys[reference];
    this.data[key] = Array.isArray(this.data[key]) ? value.map(Number) : Number(value[0]);
  }

  /** Returns a numeric entry. */
  n(key: string): number {
    return this.data[key] as number;
  }
}

interface Unit {
  model: FakeModel;
  description: ModelDescription;
}

const output = (name: string, valueReference: number, more: Partial<Given> = {}): Given => ({
  name,
  valueReference,
  causality: 'output',
  ...more,
});

/** Ball on the floor: ḣ = v, v̇ = −g. At h ≤ 0 and v < 0 it rebounds with −e v. */
export function ball(fmi: 2 | 3, g = 9.81, e = 0.7): Unit {
  class Ball extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('v');
      dx[1] = -g;
    }
    indicators(): number[] {
      return [this.n('h')];
    }
    update(): EventResult {
      if (this.n('h') > 0 || this.n('v') >= 0) return {};
      this.data.h = Number.MIN_VALUE;
      this.data.v = -e * this.n('v');
      (this.data.times as number[]).push(this.time);
      return { valuesChanged: true };
    }
  }
  return {
    model: new Ball({ h: 1, v: 0, times: [] }, { 1: 'h', 2: 'v' }, ['h', 'v']),
    description: fakeDescription(
      fmi,
      [
        output('h', 1, { start: ['1'], initial: 'exact' }),
        output('v', 2, { start: ['0'], initial: 'exact' }),
        { name: 'der(h)', valueReference: 3, derivative: 1 },
        { name: 'der(v)', valueReference: 4, derivative: 2 },
      ],
      ['der(h)', 'der(v)'],
      { eventIndicators: 1 },
    ),
  };
}

/** Returns the times of the first n contacts of the ball dropped from 1 m. */
export function contacts(n: number, g = 9.81, e = 0.7): number[] {
  const first = Math.sqrt(2 / g);
  const times = [first];
  for (let k = 1; k < n; k++) times.push(times[k - 1] + 2 * first * e ** k);
  return times;
}

/**
 * ẋ = a − x with a = 2 until x rises to 1, then a = 0 until it falls to ½: a two-point controller.
 */
export function thermostat(): Unit {
  class Thermostat extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('a') - this.n('x');
    }
    indicators(): number[] {
      return this.n('a') > 0 ? [1 - this.n('x'), 1] : [1, this.n('x') - 0.5];
    }
    update(): EventResult {
      const [on, off] = this.indicators();
      if (on > 0 && off > 0) return {};
      this.data.a = this.n('a') > 0 ? 0 : 2;
      (this.data.times as number[]).push(this.time);
      return { again: true };
    }
  }
  return {
    model: new Thermostat({ x: 0, a: 2, times: [] }, { 1: 'x', 3: 'a' }, ['x']),
    description: fakeDescription(
      3,
      [
        output('x', 1),
        { name: 'der(x)', valueReference: 2, derivative: 1 },
        output('a', 3, { variability: 'discrete' }),
      ],
      ['der(x)'],
    ),
  };
}

/** Returns the exact switching times of the two-point controller. */
export function switchings(n: number): number[] {
  const times = [Math.log(2)];
  for (let k = 1; k < n; k++) times.push(times[k - 1] + (k % 2 === 1 ? Math.log(2) : Math.log(1.5)));
  return times;
}

/** Counts time events at 1, 2, 3, … s, and ends at `last`. */
export function stair(fmi: 2 | 3, last: number = Number.POSITIVE_INFINITY): Unit {
  class Stair extends DataModel {
    update(): EventResult {
      const counter = this.n('counter');
      if (this.time >= counter) this.data.counter = counter + 1;
      return { nextEventTime: this.n('counter'), terminate: this.n('counter') > last };
    }
  }
  return {
    model: new Stair({ counter: 1 }, { 1: 'counter' }),
    description: fakeDescription(fmi, [
      output('counter', 1, { type: 'Int32', variability: 'discrete', start: ['1'], initial: 'exact' }),
      { name: 'time', valueReference: 0, causality: 'independent' },
    ]),
  };
}

/** Integrates its input: ẋ = u. */
export function integral(fmi: 2 | 3): Unit {
  class Integral extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('u');
    }
  }
  return {
    model: new Integral({ x: 0, u: 0 }, { 1: 'x', 3: 'u' }, ['x']),
    description: fakeDescription(
      fmi,
      [
        output('x', 1),
        { name: 'der(x)', valueReference: 2, derivative: 1 },
        { name: 'u', valueReference: 3, causality: 'input', start: ['0'] },
      ],
      ['der(x)'],
    ),
  };
}

/**
 * van der Pol's oscillator (μ) or Robertson's reactions as an FMU. `jacobian` returns ∂(der
 * i)/∂(state j).
 */
export function ode(
  name: 'van der Pol' | 'Robertson',
  mu = 1,
  partial?: (model: DataModel, i: number, j: number) => number,
): Unit {
  const problem = name === 'Robertson' ? robertsonOde : vanDerPolOde(mu);
  const states = problem.start.map((_, i) => `x${i}`);
  class Problem extends DataModel {
    derivatives(dx: Float64Array): boolean {
      return problem.derivatives(
        this.time,
        Float64Array.from(states, (key) => this.n(key)),
        dx,
      );
    }
    nominals(): number[] {
      return name === 'Robertson' ? [1, 1e-4, 1] : [1, 1];
    }
    partial?: FakeModel['partial'];
  }
  const model = new Problem(
    Object.fromEntries(states.map((key, i) => [key, problem.start[i]])),
    Object.fromEntries(states.map((key, i) => [i, key])),
    states,
  );
  if (partial !== undefined) model.partial = (unknown, known) => partial(model, unknown - 10, known);
  return {
    model,
    description: fakeDescription(
      3,
      [
        ...states.map((key, i) => output(key, i)),
        ...states.map((key, i) => ({ name: `der(${key})`, valueReference: 10 + i, derivative: i })),
      ],
      states.map((key) => `der(${key})`),
      { modelExchange: { providesDirectionalDerivatives: partial !== undefined } },
    ),
  };
}

/**
 * Rod of n cells with ends at 0: ẋᵢ = k (xᵢ₋₁ − 2 xᵢ + xᵢ₊₁). Its slowest mode xᵢ = sin(π i / (n +
 * 1)) decays with the rate 4 k sin²(π / (2 n + 2)). `dependencies` returns the declared
 * dependencies of a derivative.
 */
export function rod(n: number, k: number, dependencies?: (i: number) => number[], directional = false): Unit {
  const states = Array.from({ length: n }, (_, i) => `x${i}`);
  class Rod extends DataModel {
    derivatives(dx: Float64Array): undefined {
      const x = (i: number): number => (i < 0 || i === n ? 0 : this.n(states[i]));
      for (let i = 0; i < n; i++) dx[i] = k * (x(i - 1) - 2 * x(i) + x(i + 1));
    }
    partial = directional
      ? (unknown: number, known: number): number => {
          const distance = Math.abs(unknown - n - known);
          return distance === 0 ? -2 * k : distance === 1 ? k : 0;
        }
      : undefined;
  }
  const description = fakeDescription(
    3,
    [
      ...states.map((key, i) => output(key, i)),
      ...states.map((key, i) => ({ name: `der(${key})`, valueReference: n + i, derivative: i })),
    ],
    states.map((key) => `der(${key})`),
    { modelExchange: { providesDirectionalDerivatives: directional } },
  );
  if (dependencies !== undefined)
    description.continuousStateDerivatives.forEach((unknown, i) => {
      unknown.dependencies = dependencies(i);
    });
  return {
    model: new Rod(
      Object.fromEntries(states.map((key, i) => [key, Math.sin((Math.PI * (i + 1)) / (n + 1))])),
      Object.fromEntries(states.map((key, i) => [i, key])),
      states,
    ),
    description,
  };
}
