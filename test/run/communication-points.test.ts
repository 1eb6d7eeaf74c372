import { describe, expect, it } from 'vitest';
import { CommunicationPoints } from '../../fmu-sdk/util/time/communication-points.ts';

const seven = Array.from({ length: 7 }, (_, n) => n);

describe('the grid of a run', () => {
  it('communication points are the numbers that a reader would write, if start and step are decimals', () => {
    const points = CommunicationPoints.decimals(-0.3, 0.1);
    expect(seven.map((n) => points.at(n))).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
    expect(CommunicationPoints.decimals(0, 0.1).at(3)).toBe(0.3);
    expect(CommunicationPoints.decimals(0, 1e-7).at(3)).toBe(3e-7);
  });

  it('communication points are sums if start or step has too many decimals', () => {
    for (const [start, step] of [
      [0, 1 / 3],
      [-20.943951023931955, 0.004],
      [1e9, 1e-15],
    ])
      for (const n of seven) expect(CommunicationPoints.decimals(start, step).at(n)).toBe(start + n * step);
  });

  it('communication points stay sums to the last bit where recorded results depend on them', () => {
    expect(CommunicationPoints.sums(-0.3, 0.1).at(3)).toBe(-0.3 + 3 * 0.1);
  });
});
