import { describe, expect, it } from 'vitest';
import { spread } from '../width.ts';
import { mutants } from './mutants/mutants.ts';
import { judgeMutant } from './mutants/run.ts';

describe('random cases of a product with a fault', () => {
  it.each(spread(mutants, 1, 6))(
    'differ if $fault',
    async (mutant) => {
      expect(await judgeMutant(mutant)).toMatch(/^found/);
    },
    600_000,
  );
});
