import { type FmiApi, type FmiCall, type Status, status } from '../instance/fmi-api.ts';
import { type Expect, failedOp } from './call-failure.ts';

/** Largest number of lists that are kept. */
const mostLists = 16;

interface Known {
  readonly ops: readonly FmiCall[];
  batch: (() => Status) | undefined;
}

/**
 * Makes lists of calls. A list that comes again, as after a reset, becomes a batch: one crossing to
 * the FMU's process instead of one for each call.
 */
export class RepeatedCalls {
  private readonly known: Known[] = [];

  constructor(
    private readonly calls: FmiApi,
    private readonly expect: Expect,
  ) {}

  /** Makes calls in this order, up to the first that fails. `named` names it in the error. */
  make(ops: readonly FmiCall[], named: (op: FmiCall) => string | FmiCall): void {
    const known = ops.length < 2 ? undefined : this.known.find((each) => isSame(each.ops, ops));
    if (known === undefined) {
      if (ops.length > 1 && this.known.length < mostLists) this.known.push({ ops, batch: undefined });
      for (const op of ops) this.expect(this.calls.call(op), named(op));
      return;
    }
    known.batch ??= this.calls.batch(known.ops);
    const answer = known.batch();
    if (answer > status.warning) this.expect(answer, named(failedOp(known.ops, this.calls.registers)));
  }
}

function isSame(a: readonly FmiCall[], b: readonly FmiCall[]): boolean {
  return a.length === b.length && a.every((op, i) => isSameCall(op, b[i]));
}

function isSameCall(a: FmiCall, b: FmiCall): boolean {
  if (a.op !== b.op) return false;
  return 'values' in a ? 'values' in b && a.values === b.values : !('doubles' in a);
}
