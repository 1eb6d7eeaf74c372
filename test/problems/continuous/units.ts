import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { fakeDescription, type Given } from '../../host/fmi-driver/fake-description.ts';
import type { EventResult, FakeModel } from '../../host/fmi-driver/fake-model.ts';
import { DataModel } from '../../host/fmi-driver/models.ts';
import type { Hybrid } from '../hybrid/units.ts';

const input = (name: string, valueReference: number): Given => ({
  name,
  valueReference,
  causality: 'input',
  start: ['0'],
});
const output = (name: string, valueReference: number): Given => ({
  name,
  valueReference,
  causality: 'output',
});
const rate = (name: string, valueReference: number, derivative: number): Given => ({
  name,
  valueReference,
  derivative,
});

/** Declares the inputs and states that outputs depend on. */
export function depending(
  description: ModelDescription,
  dependencies: Readonly<Record<string, readonly string[]>>,
): ModelDescription {
  const index = (name: string): number => description.variables.findIndex((v) => v.name === name);
  description.outputs = Object.entries(dependencies).map(([name, known]) => ({
    variable: index(name),
    dependencies: known.map(index),
  }));
  return description;
}

/**
 * van der Pol's oscillator with a spring to another one: ẋ = v, v̇ = μ (1 − x²) v − x + k (u − x).
 */
export function vanDerPol(mu: number, k: number, x0: number, directional = false): Hybrid {
  class Oscillator extends DataModel {
    derivatives(dx: Float64Array): undefined {
      const [x, v, u] = [this.n('x'), this.n('v'), this.n('u')];
      dx[0] = v;
      dx[1] = mu * (1 - x * x) * v - x + k * (u - x);
    }
    partial: FakeModel['partial'] = directional
      ? (unknown, known) => {
          const [x, v] = [this.n('x'), this.n('v')];
          if (unknown === 1) return known === 1 ? 1 : 0;
          if (unknown === 3) return known === 2 ? 1 : 0;
          return known === 1 ? -2 * mu * x * v - 1 - k : known === 2 ? mu * (1 - x * x) : k;
        }
      : undefined;
  }
  return {
    model: new Oscillator({ x: x0, v: 0, u: 0 }, { 1: 'x', 2: 'v', 5: 'u' }, ['x', 'v']),
    description: fakeDescription(
      3,
      [output('x', 1), output('v', 2), rate('der(x)', 3, 1), rate('der(v)', 4, 2), input('u', 5)],
      ['der(x)', 'der(v)'],
      { modelExchange: { providesDirectionalDerivatives: directional } },
    ),
  };
}

/** Both in one unit: the outputs are x and y. */
export function vanDerPolPair(mu: number, k: number, x0: number, y0: number): Hybrid {
  class Pair extends DataModel {
    derivatives(dx: Float64Array): undefined {
      const [x, v, y, w] = ['x', 'v', 'y', 'w'].map((key) => this.n(key));
      dx[0] = v;
      dx[1] = mu * (1 - x * x) * v - x + k * (y - x);
      dx[2] = w;
      dx[3] = mu * (1 - y * y) * w - y + k * (x - y);
    }
  }
  return {
    model: new Pair({ x: x0, v: 0, y: y0, w: 0 }, { 1: 'x', 2: 'v', 3: 'y', 4: 'w' }, ['x', 'v', 'y', 'w']),
    description: fakeDescription(
      3,
      [
        output('x', 1),
        output('v', 2),
        output('y', 3),
        output('w', 4),
        ...[1, 2, 3, 4].map((state) => rate(`der${state}`, 10 + state, state)),
      ],
      ['der1', 'der2', 'der3', 'der4'],
    ),
  };
}

/**
 * A lag with direct feed-through: ẋ = −x + u, y = a x + g(u). `gain` returns g and its slope. Two
 * of them connected to each other are an algebraic loop.
 */
export function feedThrough(
  a: number,
  gain: { g(u: number): number; slope(u: number): number },
  x0: number,
  directional = true,
): Hybrid {
  class Through extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = -this.n('x') + this.n('u');
    }
    override get(reference: number): (number | bigint)[] {
      return reference === 2 ? [a * this.n('x') + gain.g(this.n('u'))] : super.get(reference);
    }
    partial: FakeModel['partial'] = directional
      ? (unknown, known) => {
          if (unknown === 2) return known === 1 ? a : gain.slope(this.n('u'));
          return known === 1 ? -1 : 1;
        }
      : undefined;
  }
  return {
    model: new Through({ x: x0, y: 0, u: 0 }, { 1: 'x', 2: 'y', 3: 'u' }, ['x']),
    description: depending(
      fakeDescription(3, [output('x', 1), output('y', 2), input('u', 3), rate('der(x)', 4, 1)], ['der(x)'], {
        modelExchange: { providesDirectionalDerivatives: directional },
      }),
      { x: ['x'], y: ['x', 'u'] },
    ),
  };
}

/** ẋ = u + w. */
export function sum(): Hybrid {
  class Sum extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('u') + this.n('w');
    }
  }
  return {
    model: new Sum({ x: 0, u: 0, w: 0 }, { 1: 'x', 3: 'u', 4: 'w' }, ['x']),
    description: fakeDescription(
      3,
      [output('x', 1), rate('der(x)', 2, 1), input('u', 3), input('w', 4)],
      ['der(x)'],
    ),
  };
}

/**
 * A ball over a table that moves: ḣ = v, v̇ = −g. The table's height and velocity are inputs. Where
 * it meets it, it leaves with −e of their relative velocity.
 */
export function ballOverTable(e: number, height: number, g = 9.81): Hybrid {
  class Ball extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('v');
      dx[1] = -g;
    }
    indicators(): number[] {
      return [this.n('h') - this.n('table')];
    }
    update(): EventResult {
      const relative = this.n('v') - this.n('speed');
      if (this.n('h') > this.n('table') || relative >= 0) return {};
      this.data.h = this.n('table') + 1e-15;
      this.data.v = this.n('speed') - e * relative;
      (this.data.times as number[]).push(this.time);
      return { valuesChanged: true };
    }
  }
  return {
    model: new Ball(
      { h: height, v: 0, table: 0, speed: 0, times: [] },
      { 1: 'h', 2: 'v', 5: 'table', 6: 'speed' },
      ['h', 'v'],
    ),
    description: fakeDescription(
      3,
      [
        output('h', 1),
        output('v', 2),
        rate('der(h)', 3, 1),
        rate('der(v)', 4, 2),
        input('table', 5),
        input('speed', 6),
      ],
      ['der(h)', 'der(v)'],
      { eventIndicators: 1 },
    ),
  };
}

/** A table that rises with s̈ = a from rest. */
export function risingTable(a: number): Hybrid {
  class Table extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('w');
      dx[1] = a;
    }
  }
  return {
    model: new Table({ s: 0, w: 0 }, { 1: 's', 2: 'w' }, ['s', 'w']),
    description: fakeDescription(
      3,
      [output('s', 1), output('w', 2), rate('der(s)', 3, 1), rate('der(w)', 4, 2)],
      ['der(s)', 'der(w)'],
    ),
  };
}

/** Contacts of the ball with the rising table: in the table's frame the ball falls with g + a. */
export function tableContacts(e: number, height: number, a: number, count: number, g = 9.81): number[] {
  const first = Math.sqrt((2 * height) / (g + a));
  const times = [first];
  for (let k = 1; k < count; k++) times.push(times[k - 1] + 2 * first * e ** k);
  return times;
}
