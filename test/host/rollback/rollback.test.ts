import { expect, it } from 'vitest';
import { noCompiler } from '../../fixtures/c/make.ts';
import { notEmpty } from '../../not-empty.ts';
import { width } from '../../width.ts';
import { everyPath } from './paths.ts';
import { play } from './sequences.ts';

const paths = await everyPath(noCompiler === undefined);
/** Sequences for each path. `ROLLBACK_SEQUENCES=1000` runs more. */
const sequences = Number(process.env.ROLLBACK_SEQUENCES ?? width(3, 8));

it.each(notEmpty('paths', Object.keys(paths)))(
  '%s continues from a snapshot bit for bit like a run without rollback',
  { timeout: 60_000_000 },
  async (name) => {
    let returns = 0;
    for (let seed = 1; seed <= sequences; seed++) returns += await play(paths[name], seed);
    expect(returns).toBeGreaterThan(sequences);
  },
);
