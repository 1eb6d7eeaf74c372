import { describe, expect, it } from 'vitest';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { openInOrder } from '../../master/run/instances/open-in-order.ts';

const named = (k: number): Instance => ({ name: `u${k}` }) as Instance;
const names = (instances: readonly Instance[]): string[] => instances.map(({ name }) => name);

/** Opens units whose processes start when all that can start have begun. */
class Starts {
  readonly begun: number[] = [];
  most = 0;
  private waiting: (() => void)[] = [];
  private active = 0;

  constructor(private readonly failing: readonly number[] = []) {}

  readonly open = async (k: number): Promise<Instance> => {
    this.begun.push(k);
    this.most = Math.max(this.most, ++this.active);
    await new Promise<void>((resolve) => {
      this.waiting.push(resolve);
      // The last to begin ends first.
      setImmediate(() => this.waiting.pop()?.());
    });
    this.active--;
    if (this.failing.includes(k)) throw new Error(`u${k} failed`);
    return named(k);
  };
}

describe('units of a system', () => {
  it('start up to eight processes at the same time, and stay in their order', async () => {
    const starts = new Starts();
    const units = [...Array(40).keys()];
    const opened = await openInOrder(units, { isAside: () => true, open: starts.open }, () => {});
    expect(names(opened)).toEqual(units.map((k) => `u${k}`));
    expect(starts.most).toBe(8);
  });

  it('open one after the other without processes', async () => {
    const starts = new Starts();
    await openInOrder([3, 1, 2], { isAside: () => false, open: starts.open }, () => {});
    expect([starts.begun, starts.most]).toEqual([[3, 1, 2], 1]);
  });

  it('report the first failure in their order, and close all that were opened', async () => {
    const starts = new Starts([2, 4]);
    let closed: string[] = [];
    const opening = openInOrder(
      [0, 1, 2, 3, 4, 5],
      { isAside: () => true, open: starts.open },
      (instances) => {
        closed = names(instances);
      },
    );
    await expect(opening).rejects.toThrow('u2 failed');
    expect(closed.sort()).toEqual(['u0', 'u1', 'u3', 'u5']);
  });
});
