import { describe, expect, it } from 'vitest';
import type { CoSimulation } from '../../../fmu-sdk/description/description.ts';
import { fakeDescription } from '../../host/fmi-driver/fake-description.ts';
import type { StepResult } from '../../host/fmi-driver/fake-model.ts';
import { DataModel } from '../../host/fmi-driver/models.ts';
import { type How, sessionOf } from '../../problems/hybrid/run.ts';
import type { Hybrid } from '../../problems/hybrid/units.ts';

/** Integrator ẋ = u + n, with a discrete n, a text, and the times of its events. */
function integrator(coSimulation: Partial<CoSimulation> = {}): Hybrid {
  class Integrator extends DataModel {
    derivatives(dx: Float64Array): undefined {
      dx[0] = this.n('u') + this.n('n');
    }
    doStep(t: number, h: number): StepResult {
      this.data.x = this.n('x') + h * (this.n('u') + this.n('n'));
      this.time = t + h;
      return {};
    }
    update() {
      (this.data.times as number[]).push(this.time);
      return {};
    }
    setString(_: number, text: string): void {
      (this.data.lengths as number[]).push(this.time, text.length);
    }
  }
  return {
    model: new Integrator({ x: 0, u: 0, n: 0, times: [], lengths: [] }, { 1: 'x', 3: 'u', 4: 'n' }, ['x']),
    description: fakeDescription(
      3,
      [
        { name: 'x', valueReference: 1, causality: 'output' },
        { name: 'der(x)', valueReference: 2, derivative: 1 },
        { name: 'u', valueReference: 3, causality: 'input', start: ['0'] },
        { name: 'n', valueReference: 4, causality: 'input', start: ['0'], variability: 'discrete' },
        { name: 'text', valueReference: 5, causality: 'input', type: 'String', start: [''] },
      ],
      ['der(x)'],
      { coSimulation },
    ),
  };
}

const pulse = { times: [0, 0.02, 0.02, 0.08, 0.08, 1], values: [0, 0, 1, 1, 0, 0] };
const peak = { times: [0, 0.05, 0.1, 1], values: [0, 1, 0, 0] };

/** Runs units with steps of 0.1 s to 1 s. Returns x of each unit, times of events, and notes. */
function ran(units: Record<string, Hybrid>, how: Partial<How>) {
  const names = Object.keys(units);
  const connections = names.slice(1).map((name, k) => [`${names[k]}.x`, `${name}.u`] as const);
  const { session } = sessionOf({ units, connections, stopTime: 1 }, { step: 0.1, scheme: 'jacobi', ...how });
  session.start();
  session.advance(session.steps);
  session.end('finished');
  const { data } = units[names[0]].model;
  return {
    x: names.map((name) => Number(session.reader(`${name}.x`)())),
    // The initialization calls update too.
    events: (data.times as number[]).filter((t) => t > 0),
    lengths: data.lengths as number[],
    notes: session.notes.filter((note) => note.startsWith('Input file')),
  };
}

const exactly = (...numbers: number[]) => numbers.map((x) => expect.closeTo(x, 9));

describe('rows of an input file between communication points', () => {
  it('model exchange follows a pulse and a peak inside a step, and has events at jumps alone', () => {
    const inPulse = ran({ a: integrator() }, { driven: { 'a.u': pulse } });
    expect([inPulse.x, inPulse.events]).toEqual([exactly(0.06), [0.02, 0.08]]);
    const inPeak = ran({ a: integrator() }, { driven: { 'a.u': peak } });
    expect([inPeak.x, inPeak.events, inPeak.notes]).toEqual([exactly(0.05), [], []]);
  });

  it('an input that is straight or bends at communication points causes no event', () => {
    const times = [0, 0.13, 0.27, 1];
    const { events } = ran(
      { a: integrator() },
      { driven: { 'a.u': { times, values: [0, 0.7, 0.33, 0.11] } } },
    );
    expect(events).toEqual([]);
  });

  it('a discrete input and a text change at their rows in model exchange', () => {
    const bytes = ['one', 'three'].map((text) => new TextEncoder().encode(text));
    const { x, events, lengths } = ran(
      { a: integrator() },
      {
        driven: {
          'a.n': { times: [0, 0.25, 0.35], values: [0, 2, 0] },
          'a.text': { times: [0, 0.62], values: bytes },
        },
      },
    );
    expect([x, events]).toEqual([exactly(0.2), [0.25, 0.35, 0.62]]);
    expect(lengths).toEqual([0, 3, 0.62, 5]);
  });

  it.each([
    ['continuous', 0.057, 9],
    ['hybrid', 0.057, 4],
    ['gauss-seidel', 0.06, 9],
  ])('coupled units of model exchange follow a pulse inside a step by %s', (scheme, second, digits) => {
    const { x, events } = ran(
      { a: integrator(), b: integrator() },
      { scheme, order: 0, driven: { 'a.u': pulse } },
    );
    expect(x).toEqual([expect.closeTo(0.06, 9), expect.closeTo(second, digits)]);
    expect(new Set(events.slice(0, 2))).toEqual(new Set([0.02, 0.08]));
  });

  it('co-simulation ends steps at jumps if the unit has events, and else notes the rows that it does not use', () => {
    const how: Partial<How> = { kind: 'coSimulation', driven: { 'a.u': pulse } };
    const plain = ran({ a: integrator() }, how);
    expect([plain.x, plain.events, plain.notes]).toEqual([
      [0],
      [],
      [
        'Input file: 2 rows between communication points are not used by a. Use a smaller communication step to see them.',
      ],
    ]);
    const eventful = ran({ a: integrator({ hasEventMode: true }) }, how);
    expect([eventful.x, eventful.events]).toEqual([exactly(0.06), [0.02, 0.08]]);
  });

  it('co-simulation has an event where a continuous input jumps at a communication point', () => {
    const driven = { 'a.u': { times: [0, 0.5, 0.5, 1], values: [0, 1, 3, 3] } };
    const { events } = ran({ a: integrator({ hasEventMode: true }) }, { kind: 'coSimulation', driven });
    expect(events).toEqual([0.5]);
  });

  it('a note counts the rows that co-simulation does not use', () => {
    const fixed = integrator({ canHandleVariableCommunicationStepSize: false });
    const all = ran({ a: fixed }, { kind: 'coSimulation', driven: { 'a.u': pulse } });
    expect([all.x, all.notes]).toEqual([
      [0],
      [
        'Input file: 2 rows between communication points are not used by a. Use a smaller communication step to see them.',
      ],
    ]);
    const bend = ran({ a: integrator() }, { kind: 'coSimulation', driven: { 'a.u': peak } });
    expect(bend.notes).toEqual([
      'Input file: 1 row between communication points is not used by a. Use a smaller communication step to see it.',
    ]);
  });
});
