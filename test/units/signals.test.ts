import { describe, expect, it } from 'vitest';
import { type Sealed, sealed } from './sealed.ts';

const steps = 2600;
const h = 0.001;

/**
 * Returns the unit's outputs after its steps. `input` returns the input at the beginning of each
 * step.
 */
async function reached(
  name: string,
  parameters: Record<string, number | number[]>,
  input: (unit: Sealed, step: number) => void = () => {},
): Promise<number[]> {
  const unit = await sealed(name, parameters);
  unit.initialize(0);
  for (let i = 0; i < steps; i++) {
    input(unit, i);
    expect(unit.step(i * h, h)).toBe(0);
  }
  return ['s', 's_dot', 'p1', 'p2', 'p3', 'U', 'iterations_total'].map((of) => unit.get(of));
}

describe('signals of the monolithic units', () => {
  it.each(['four-bar-monolithic', 'quick-return-monolithic'])(
    '%s gives equal bits with its input and with its points, jumps included',
    async (name) => {
      const open = name.startsWith('four') ? 10 : -10;
      const times = [1, 1, 2.5, 2.5, ...new Array<number>(12).fill(0)];
      const values = [0, open, open, 0, ...new Array<number>(12).fill(0)];
      const byPoints = await reached(name, { count: 4, times, values });
      const byInput = await reached(name, { count: 0 }, (unit, i) =>
        unit.set('U_ref', i >= 1000 && i < 2500 ? open : 0),
      );
      expect(byInput).toEqual(byPoints);
      expect(byPoints[0]).not.toBe((await reached(name, { count: 0 }))[0]);
    },
  );

  it('crane-monolithic-single adds its input to its points', async () => {
    const values = (...some: number[]): number[] => [...some, ...new Array<number>(32 - some.length).fill(0)];
    const unit = async (points: number, input: number): Promise<number[]> =>
      reached('crane-monolithic-single', { count: 1, values: values(points) }, (item) =>
        item.set('U_ref', input),
      );
    const all = await unit(4, 0);
    expect(await unit(0, 4)).toEqual(all);
    expect(await unit(3, 1)).toEqual(all);
  });

  it('units reject falling times and lengths that are not above zero', async () => {
    const times = [3, 1, ...new Array<number>(14).fill(5)];
    await expect(reached('four-bar-monolithic', { count: 4, times })).rejects.toThrow(/in the order of time/);
    await expect(reached('crane-monolithic-single', { L: -1 })).rejects.toThrow(/must be above 0/);
  });
});
