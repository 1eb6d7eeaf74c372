import { type FmiApi, type FmiCall, io, type Status, status } from './fmi-api.ts';

/** Returns a batch (`FmiApi.batch`) for hosts that make each call of it on its own. */
export function callsInSequence(
  calls: Pick<FmiApi, 'call' | 'registers'>,
  ops: readonly FmiCall[],
): () => Status {
  return () => {
    let worst: Status = status.ok;
    let failed = -1;
    for (let i = 0; i < ops.length && failed < 0; i++) {
      const answer = calls.call(ops[i]);
      if (answer > worst) worst = answer;
      if (answer >= status.discard) failed = i;
    }
    calls.registers[io.failed] = failed;
    return worst;
  };
}
