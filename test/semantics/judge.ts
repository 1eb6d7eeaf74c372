import { difference } from './compare.ts';
import { runProduct } from './product/run.ts';
import type { Case } from './program.ts';
import { NotPosed, runReference } from './reference/run.ts';

/** Judgement of one case: equal, not well posed, or the first difference. */
export type Judgement = { readonly fault?: string; readonly dropped?: string };

/** Runs a case in the reference and in the product, and compares the rows. */
export function judge(posed: Case): Judgement {
  let expected: ReturnType<typeof runReference>;
  try {
    expected = runReference(posed);
  } catch (error) {
    if (error instanceof NotPosed) return { dropped: error.message };
    throw error;
  }
  try {
    const { rows } = runProduct(posed);
    const fault = difference(posed, expected, rows);
    return fault === undefined ? {} : { fault };
  } catch (error) {
    return { fault: `the run failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
