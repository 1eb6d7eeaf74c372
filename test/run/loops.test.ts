import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelDescription, Variable } from '../../fmu-sdk/description/description.ts';
import { findLoops } from '../../master/system/structure/algebraic-loops.ts';
import type { Connection } from '../../master/system/system.ts';

/**
 * Returns a unit with the input u (0) and the output y (1). `direct` is true, false or undeclared
 * direct feed-through.
 */
function unit(direct: boolean | undefined): ModelDescription {
  const variables = [
    { name: 'u', valueReference: 0 },
    { name: 'y', valueReference: 1 },
  ] as Variable[];
  const dependencies = direct === undefined ? undefined : direct ? [0] : [];
  return { variables, outputs: [{ variable: 1, dependencies }] } as ModelDescription;
}

function connect(a: number, b: number): Connection {
  const port = (k: number, name: string, valueReference: number) => ({
    unit: k,
    variable: { name, valueReference } as Variable,
  });
  return { from: port(a, 'y', 1), to: port(b, 'u', 0), order: 0 };
}

const ends = (loop: Connection[]): number[][] => loop.map(({ from, to }) => [from.unit, to.unit]);

describe('algebraic loops', () => {
  it('finds a ring of direct feed-through with its whole path', () => {
    const ring = [connect(0, 1), connect(1, 2), connect(2, 0)];
    const loops = findLoops(ring, [unit(true), unit(true), unit(undefined)]);
    expect(loops.map(ends)).toEqual([
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ]);
  });

  it('a unit without direct feed-through breaks the loop', () => {
    const ring = [connect(0, 1), connect(1, 2), connect(2, 0)];
    expect(findLoops(ring, [unit(true), unit(false), unit(true)])).toEqual([]);
  });

  it('a random ring has an algebraic loop exactly if every unit has direct feed-through, and the path closes', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (direct) => {
        const n = direct.length;
        const ring = direct.map((_, k) => connect(k, (k + 1) % n));
        const loops = findLoops(ring, direct.map(unit));
        expect(loops.length).toBe(direct.every(Boolean) ? 1 : 0);
        for (const loop of loops)
          loop.forEach(({ to }, i) => {
            expect(loop[(i + 1) % loop.length].from.unit).toBe(to.unit);
          });
      }),
    );
  });

  it('two rings without a common connection are two algebraic loops', () => {
    const rings = [connect(0, 1), connect(1, 0), connect(2, 3), connect(3, 2)];
    expect(
      findLoops(
        rings,
        [1, 2, 3, 4].map(() => unit(undefined)),
      ).length,
    ).toBe(2);
  });
});
