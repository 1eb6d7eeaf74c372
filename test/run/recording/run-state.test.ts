import { describe, expect, it } from 'vitest';
import { loadState, saveState } from '../../../fmu-sdk/util/state/serialize-state.ts';
import { DifferentStateError } from '../../../fmu-sdk/util/state/stateful.ts';
import { couplings } from '../../../master/coupling/scheme-registry.ts';
import { RunState } from '../../../master/run/checkpoint/run-state.ts';
import type { Session } from '../../../master/run/loop/session.ts';
import { ballOverTable, feedThrough, risingTable } from '../../problems/continuous/units.ts';
import { type Coupling, runOf } from '../../problems/coupled/coupled.ts';
import { feedThroughPair, oscillator, quarterCar, threeMasses } from '../../problems/coupled/problems.ts';
import { type How, sessionOf } from '../../problems/hybrid/run.ts';
import { jetControl, pushedBall } from '../../problems/hybrid/units.ts';
import { spread } from '../../width.ts';

/** Returns the visible state of a run bit for bit: all units and all accounts. */
function visibleState({ instances, residuals, balance, notes, ownSteps, n }: Session): string {
  return JSON.stringify([
    n,
    instances.map((instance) => Buffer.from(instance.getState()).toString('base64')),
    residuals.bonds.map(({ power, energy, magnitude }) => [power, energy, magnitude]),
    balance.energies.drift,
    notes,
    ownSteps && [...ownSteps.time, ...ownSteps.size, ...ownSteps.error],
  ]);
}

/** Runs to the end with a saved state after `at` steps, and resumes another run from it. */
function bothOf(make: () => Session, at: number): { whole: string; continued: string; present: string[] } {
  const [one, other, fresh, looked] = [make(), make(), make(), make()];
  one.begin();
  one.advance(one.steps);
  other.begin();
  const state = new RunState(other);
  other.advance(at);
  const bytes = state.save();
  for (const session of [fresh, looked]) {
    session.begin();
    new RunState(session).load(bytes);
  }
  // Reading states may restart integrators, so the inspected run does not continue.
  const present = [visibleState(other), visibleState(looked)];
  fresh.advance(fresh.steps - fresh.n);
  return { whole: visibleState(one), continued: visibleState(fresh), present };
}

/** Schemes with events are tested below. */
const schemes = couplings.all.filter(({ traits }) => traits.events !== true).map(({ name }) => name);
/** Coarse tolerance, so that few substeps suffice. */
const coarse: Record<string, Coupling['options']> = { adaptive: { tolerance: 0.1 } };
/** Long enough for all histories to be full, twice. */
const short = { ...oscillator(10), stopTime: 2.5 };
const makers =
  (coupling: Coupling, problem = oscillator(10)) =>
  () =>
    runOf(problem, coupling).session;

/** A ball and its control, with events, integrated by an implicit method. */
const stiff = (how: How) => (): Session =>
  sessionOf(
    {
      units: { ball: ballOverTable(0.8, 1), table: risingTable(0.5) },
      connections: [
        ['table.s', 'ball.table'],
        ['table.w', 'ball.speed'],
      ],
      stopTime: 1,
    },
    { tolerance: 1e-7, ...how },
  ).session;

describe('a run that resumes from the saved state of another', () => {
  it.each(schemes)(
    'a run from a saved state starts where the other was, and ends like an uninterrupted run: %s',
    (scheme) => {
      for (const order of spread([0, 1, 2] as const, 2))
        for (const at of spread([1, 2, 3, 37], 2)) {
          const { whole, continued, present } = bothOf(
            makers({ scheme, order, step: 0.05, options: coarse[scheme] }, short),
            at,
          );
          expect(present[1]).toBe(present[0]);
          expect(continued).toBe(whole);
        }
    },
  );

  it.each([
    ['hermite', { scheme: 'jacobi', extrapolation: 'hermite', step: 0.02 }],
    [
      'a group that iterates',
      { scheme: 'jacobi', order: 1, step: 0.02, groups: [{ units: [0, 1], scheme: 'newton' }] },
    ],
    ['different steps of units', { scheme: 'multi-rate', order: 2, step: 0.02, steps: { one: 0.01 } }],
    ['substeps that iterate', { scheme: 'waveform', order: 2, step: 0.02, steps: { one: 0.01 } }],
    [
      'an input file',
      { scheme: 'jacobi', step: 0.02, driven: { 'three.x2': { times: [0, 1, 2], values: [0, 1, -1] } } },
    ],
  ] as [string, Coupling][])('a saved state resumes with %s', (_, coupling) => {
    const { whole, continued } = bothOf(makers(coupling, { ...threeMasses(10), stopTime: 2 }), 41);
    expect(continued).toBe(whole);
  });

  it('a saved state resumes through an algebraic loop with saved factors', () => {
    const { whole, continued } = bothOf(
      makers({ scheme: 'newton', order: 1, step: 0.02 }, feedThroughPair()),
      17,
    );
    expect(continued).toBe(whole);
  });

  it('a saved state resumes with substeps, some of them rejected', () => {
    const coupling = { scheme: 'adaptive', step: 0.2, order: 1 as const, options: { tolerance: 1e-2 } };
    const { whole, continued } = bothOf(makers(coupling, quarterCar()), 2);
    expect(continued).toBe(whole);
  });

  it.each(['dopri5', 'radau5', 'bdf', 'auto'])(
    'a saved state resumes through contacts and ticks, integrated by %s',
    (solver) => {
      const make = (): Session =>
        sessionOf(
          {
            units: { ball: pushedBall(0.8), control: jetControl(0.11, 30) },
            connections: [
              ['ball.v', 'control.v'],
              ['control.push', 'ball.push'],
            ],
            stopTime: 1,
          },
          { step: 0.05, solver, tolerance: 1e-7 },
        ).session;
      for (const at of [3, 17]) {
        const { whole, continued, present } = bothOf(make, at);
        expect(present[1]).toBe(present[0]);
        expect(continued).toBe(whole);
      }
    },
  );

  it.each(['dopri5', 'radau5', 'bdf', 'auto'])(
    'a saved state resumes units that are integrated together by %s',
    (solver) => {
      const fading = { g: (u: number) => -3 * u, slope: () => -3 };
      const loop = (): Session =>
        sessionOf(
          {
            units: { one: feedThrough(1, fading, 1), two: feedThrough(2, fading, -0.5) },
            connections: [
              ['one.y', 'two.u'],
              ['two.y', 'one.u'],
            ],
            stopTime: 1,
          },
          { step: 0.05, scheme: 'continuous', options: { solver, tolerance: 1e-7 } },
        ).session;
      const contacts = (): Session =>
        sessionOf(
          {
            units: { ball: ballOverTable(0.8, 1), table: risingTable(0.5) },
            connections: [
              ['table.s', 'ball.table'],
              ['table.w', 'ball.speed'],
            ],
            stopTime: 1,
          },
          { step: 0.05, scheme: 'continuous', options: { solver, tolerance: 1e-7 } },
        ).session;
      for (const make of [loop, contacts])
        for (const at of [3, 13]) {
          const { whole, continued } = bothOf(make, at);
          expect(continued).toBe(whole);
        }
    },
  );

  it('refuses the saved state of another run, and bytes that are not a state', () => {
    const [one, other] = [
      makers({ scheme: 'jacobi', step: 0.02 }),
      makers({ scheme: 'newton', step: 0.02 }),
    ].map((make) => {
      const session = make();
      session.begin();
      return new RunState(session);
    });
    expect(() => other.load(one.save())).toThrow(DifferentStateError);
    expect(() => one.load(one.save().subarray(0, 100))).toThrow(DifferentStateError);
  });

  it.each([
    ['newton', makers({ scheme: 'newton', order: 1, step: 0.02 }, feedThroughPair())],
    ['adaptive', makers({ scheme: 'adaptive', order: 2, step: 0.1, options: coarse.adaptive }, short)],
    ['continuous', stiff({ step: 0.05, scheme: 'continuous', options: { solver: 'bdf' } })],
    ['hybrid', stiff({ step: 0.05, solver: 'radau5' })],
  ] as [string, () => Session][])(
    'a changed byte is restored or refused, and never crashes: %s',
    (_, make) => {
      const [session, other] = [make(), make()];
      for (const each of [session, other]) each.begin();
      session.advance(5);
      // The bytes of the units themselves belong to the FMUs.
      const [parts, others] = [session, other].map((each) =>
        [each, ...each.instances].filter((part): part is Session => 'visitState' in part),
      );
      let seed = 1;
      const next = (most: number): number => {
        seed = (seed * 48271) % 2147483647;
        return seed % most;
      };
      let refused = 0;
      for (let n = 0; n < 600; n++) {
        const k = n % parts.length;
        const bytes = saveState(parts[k]);
        const changed = bytes.slice(0, n % 4 === 0 ? next(bytes.length) : bytes.length);
        changed[next(changed.length)] ^= 1 << next(8);
        try {
          loadState(others[k], changed);
        } catch (error) {
          if (!(error instanceof DifferentStateError)) throw error;
          refused++;
        }
        loadState(others[k], bytes);
        expect(Buffer.from(saveState(others[k])).equals(bytes)).toBe(true);
      }
      expect(refused).toBeGreaterThan(100);
    },
  );
});
