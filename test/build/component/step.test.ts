import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, token, vr } from './every-type.ts';
import { type JcoComponent, type JcoInstance, jcoHost, type Options, statusOf } from './jco-host.ts';

let make: () => JcoComponent;
beforeAll(async () => {
  make = await jcoHost(await build(), token);
});

function running(options: Options = {}, stop?: number): { host: JcoComponent; unit: JcoInstance } {
  const host = make();
  const unit = host.instantiate('unit', options)!;
  unit.enterInitializationMode(undefined, 0, stop);
  unit.exitInitializationMode();
  return { host, unit };
}

describe('a call of do-step', () => {
  it('discards a step unless it is a whole multiple of the internal step, and can continue', () => {
    const { host, unit } = running();
    expect(statusOf(() => unit.doStep(0, 0.0015, true))).toBe('discard');
    expect(host.log).toEqual([
      {
        instance: 'unit',
        status: 'discard',
        category: 'logStatusDiscard',
        message:
          'do-step: the communication step 0.0015 s is no whole multiple of the internal step 0.001 s.',
      },
    ]);
    expect(unit.doStep(0, 0.002, true).lastSuccessfulTime).toBe(0.002);
  });

  it('omits the log of a discard if its category is turned off', () => {
    const { host, unit } = running({ loggingOn: false });
    statusOf(() => unit.doStep(0, 0.0015, true));
    expect(host.log).toEqual([]);
    unit.setDebugLogging(true, ['logStatusDiscard']);
    statusOf(() => unit.doStep(0, 0.0015, true));
    expect(host.log).toHaveLength(1);
  });

  it.each([
    [0.5, 0.001, 'asked to step from 0.5 s by 0.001 s; the unit stands at 0 s.'],
    [0, 0, 'asked to step from 0 s by 0 s; the unit stands at 0 s.'],
    [0, -0.001, 'asked to step from 0 s by -0.001 s; the unit stands at 0 s.'],
    [0, Number.NaN, 'asked to step from 0 s by NaN s; the unit stands at 0 s.'],
    [Number.NaN, 0.001, 'asked to step from NaN s by 0.001 s; the unit stands at 0 s.'],
    [0, 1.5, '1.5 s is past the stop time 1 s.'],
    [1e-7, 1e-5, 'asked to step from 1e-7 s by 1e-5 s; the unit stands at 0 s.'],
  ])('fails from %s s by %s s, and the error names the times', (t, H, reason) => {
    const { host, unit } = running({}, 1);
    expect(statusOf(() => unit.doStep(t, H, true))).toBe('error');
    expect(host.log[0].message).toBe(`do-step: ${reason}`);
  });

  it('accepts times that a master added up from rounded steps', () => {
    const { unit } = running({}, 1);
    let t = 0;
    for (let i = 0; i < 100; i++) {
      unit.doStep(t, 0.01, true);
      t += 0.01;
    }
    expect(unit.getFloat64([0])[0]).toBeCloseTo(1, 12);
  });

  it('moves inputs along the given derivatives: u, u′ and u″ of a scalar and of an array', () => {
    const { unit } = running();
    unit.setFloat64([vr('u'), vr('v')], [1, 2, 3, 4]);
    expect(
      unit.setInputDerivatives(
        [
          [vr('u'), 1],
          [vr('u'), 2],
          [vr('v'), 1],
        ],
        [2, 8, 1, 2, 3],
      ),
    ).toBe('ok');
    unit.doStep(0, 0.5, true);
    expect([...unit.getFloat64([vr('u'), vr('v')])]).toEqual([1 + 2 * 0.5 + 0.5 * 8 * 0.25, 2.5, 4, 5.5]);
  });

  it.each([
    [[[4711, 1]], [0], 'value reference 4711 does not exist; the last one is 32.'],
    [[[1, 3]], [0], 'value reference 1, order 3: only orders 1 and 2 of continuous Float64 inputs.'],
    [[[3, 1]], [0, 0], 'value reference 3, order 1: only orders 1 and 2 of continuous Float64 inputs.'],
    [[[2, 1]], [0], 'got 1 values for 3 elements.'],
  ] as [[number, number][], number[], string][])(
    'rejects input derivatives %j',
    (requests, values, reason) => {
      const { host, unit } = running();
      expect(unit.setInputDerivatives(requests, values)).toBe('error');
      expect(host.log[0].message).toBe(`set-input-derivatives: ${reason}`);
    },
  );

  it('reports every internal step except the last to an importer that asked for intermediate variables', () => {
    const { host, unit } = running({ required: [vr('x')] });
    host.answer = () => [true, 0];
    const result = unit.doStep(0, 0.005, true);
    expect(host.updates).toEqual([0.001, 0.002, 0.003, 0.004]);
    // The instance does not allow early return, so the request is ignored.
    expect(result).toEqual({
      lastSuccessfulTime: 0.005,
      eventHandlingNeeded: false,
      terminateSimulation: false,
      earlyReturn: false,
    });
  });

  it('skips the callback unless the importer asked for it', () => {
    const { host, unit } = running();
    unit.doStep(0, 0.005, true);
    expect(host.updates).toEqual([]);
  });

  it('returns early at the last internal step up to the requested time, and continues from there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 120 }), (requested, percent) => {
        const { host, unit } = running({ earlyReturnAllowed: true });
        const time = percent * 1e-4;
        host.answer = (t) => (t >= requested * 1e-3 - 1e-9 ? [true, time] : [false, 0]);
        const { lastSuccessfulTime, earlyReturn } = unit.doStep(0, 0.01, true);
        const steps = Math.min(10, Math.max(requested, Math.floor(percent / 10)));
        expect(lastSuccessfulTime).toBeCloseTo(steps * 1e-3, 12);
        expect(earlyReturn).toBe(steps < 10);
        expect([...unit.getInt64([vr('steps')])]).toEqual([BigInt(steps)]);
        host.answer = () => [false, 0];
        expect(unit.doStep(lastSuccessfulTime, 0.002, true).earlyReturn).toBe(false);
        expect(host.log).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('logs the reason and traps if the unit fails, and then the component rejects every call', () => {
    const { host, unit } = running();
    unit.setFloat64([vr('u')], [2e6]);
    expect(() => unit.doStep(0, 0.001, true)).toThrow(WebAssembly.RuntimeError);
    expect(host.log.at(-1)).toMatchObject({
      status: 'fatal',
      message: expect.stringContaining('u is beyond 1e6'),
    });
    expect(() => unit.setFloat64([vr('u')], [1])).toThrow(WebAssembly.RuntimeError);
  });
});

describe('partial derivatives', () => {
  const J = (unknown: number, i: number, known: number, k: number): number =>
    unknown * 1000 + i * 100 + known + k / 10;
  const [w, x, v, u] = ['w', 'x', 'v', 'u'].map(vr);
  const rows = [...[0, 1, 2].map((i) => [w, i]), [x, 0]];
  const columns = [...[0, 1, 2].map((k) => [v, k]), [u, 0]];

  it('give J·seed and Jᵀ·seed over the elements of all unknowns and knowns', () => {
    const { unit } = running();
    const seed = [1, -2, 3, 5];
    const sum = (terms: number[]): number => terms.reduce((a, b) => a + b, 0);
    const directional = rows.map(([a, i]) => sum(columns.map(([b, k], j) => J(a, i, b, k) * seed[j])));
    const adjoint = columns.map(([b, k]) => sum(rows.map(([a, i], j) => J(a, i, b, k) * seed[j])));
    expect([...unit.getDirectionalDerivative([w, x], [v, u], seed)]).toEqual(directional);
    expect([...unit.getAdjointDerivative([w, x], [v, u], seed)]).toEqual(adjoint);
  });

  it('reject a seed of another length', () => {
    const { host, unit } = running();
    expect(statusOf(() => unit.getDirectionalDerivative([w], [v], [1]))).toBe('error');
    expect(host.log[0].message).toBe('get-directional-derivative: got 1 values for 3 elements.');
  });
});
