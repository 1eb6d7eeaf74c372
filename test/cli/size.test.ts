import { expect, it } from 'vitest';
import { formatBytes } from '../../master/cli/command.ts';

it('sizes have at most three digits before the point, in powers of 1000', () => {
  const sizes = [0, 999, 1000, 12_345, 999_949, 999_950, 155_353_088, 2_500_000_000, 4e12];
  expect(sizes.map(formatBytes)).toEqual([
    ...['0 B', '999 B', '1.0 kB', '12.3 kB', '999.9 kB', '1.0 MB'],
    ...['155.4 MB', '2.5 GB', '4000.0 GB'],
  ]);
});
