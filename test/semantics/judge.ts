import { coupledDifference, difference, hybridDifference } from './compare.ts';
import { runNative, runProduct, runProductCoupled } from './product/run.ts';
import type { Case, CoupledCase } from './program.ts';
import { runAtEvents, runCoupled } from './reference/coupled.ts';
import { NotPosed, runReference } from './reference/run.ts';

/** Judgement of one case: equal, not well posed, or the first difference. */
export type Judgement = { readonly fault?: string; readonly dropped?: string };

/** Share of evaluations, and their number, that step events may add. */
const [share, more] = [3, 500];

/** Compares the work with that of a unit without step events, which change nothing (3.0.2, 3.2.1). */
function tooMany(posed: Case, evaluations: number): string | undefined {
  const { program } = posed;
  if (!program.stepEvents || program.states.length === 0) return undefined;
  const quiet = runProduct({ ...posed, program: { ...program, stepEvents: false } }).evaluations;
  const most = (1 + share) * quiet + more;
  return evaluations <= most
    ? undefined
    : `step events that change nothing take ${evaluations} evaluations, without them ${quiet}`;
}

/** Runs a case in the reference and in an FMU on the disk, and compares the rows. */
export async function judgeNative(
  posed: Case,
  file: string,
  more: Record<string, number | number[]> = {},
): Promise<Judgement> {
  let expected: ReturnType<typeof runReference>;
  try {
    expected = runReference(posed);
  } catch (error) {
    if (error instanceof NotPosed) return { dropped: error.message };
    throw error;
  }
  try {
    const fault = difference(posed, expected, await runNative(posed, file, more));
    return fault === undefined ? {} : { fault };
  } catch (error) {
    return { fault: `the run failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Runs coupled units in the reference and in the product, and compares the rows. */
export function judgeCoupled(posed: CoupledCase): Judgement {
  let compare: (rows: ReturnType<typeof runProductCoupled>) => string | undefined;
  try {
    compare = comparison(posed);
  } catch (error) {
    if (error instanceof NotPosed) return { dropped: error.message };
    throw error;
  }
  try {
    const fault = compare(runProductCoupled(posed));
    return fault === undefined ? {} : { fault };
  } catch (error) {
    return { fault: `the run failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function comparison(posed: CoupledCase): (rows: ReturnType<typeof runProductCoupled>) => string | undefined {
  if (posed.scheme === 'hybrid') {
    const expected = runAtEvents(posed);
    return (rows) => hybridDifference(posed, expected, rows);
  }
  const expected = runCoupled(posed);
  return (rows) => coupledDifference(posed, expected, rows);
}

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
    const { rows, evaluations } = runProduct(posed);
    const fault = difference(posed, expected, rows) ?? tooMany(posed, evaluations);
    return fault === undefined ? {} : { fault };
  } catch (error) {
    return { fault: `the run failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
