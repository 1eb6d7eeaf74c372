import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { summary } from '../../../master/cli/run/run-summary.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import { usedExtrapolations } from '../../../master/system/structure/used-extrapolations.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { circle, makeLag } from '../../seams/support/lag.ts';

const folder = temporaryFolder('extrapolation-line');

it('the summary of a run names the extrapolations of its connections, not the default order', async () => {
  await makeLag(folder);
  const system = circle({ scheme: 'jacobi', step: 0.01 });
  const textOf = async (orders: readonly (0 | 1 | 2)[]): Promise<string> => {
    const connections = system.connections!.map((each, k) => ({ ...each, order: orders[k] }));
    const file = join(folder, 'system.json');
    writeFileSync(file, JSON.stringify({ ...system, connections, stopTime: 0.1 }));
    const checked = await loadSystem(file);
    expect(usedExtrapolations(checked).reduce((sum, each) => sum + each.connections, 0)).toBe(2);
    return /extrapolation +(.*)/.exec(summary(await simulate(checked, {})))![1];
  };
  expect(await textOf([1, 1])).toBe('linear (order 1)');
  expect(await textOf([0, 2])).toBe('hold (order 0) of 1, quadratic (order 2) of 1');
});

it('a band that exceeds the range of doubles with two digits has a finite size in the summary', async () => {
  const system = await loadSystem(join(folder, 'system.json'));
  const result = await simulate(system, { error: true });
  const [column] = result.error!.columns;
  const textOf = (largest: number): string =>
    summary({ ...result, error: { ...result.error!, columns: [{ ...column, largest }] } });
  expect(textOf(1e308)).toContain(`${column.name} up to ±1e+308,`);
  expect(textOf(Number.MAX_VALUE)).toContain(`${column.name} up to more than ±1.7e308,`);
});
