/** Hears of a failure before the trap: the component form tells its host. */
export class FailureListener {
  failed(message: string): void {}
}

/** Why the unit gave up: read by the host after a trap. Lies in memory at a fixed place, so a host finds it. */
export class Failure {
  message: string = '';
  listener: FailureListener = new FailureListener();
}

export const failure: Failure = new Failure();

/** Ends the step: the host reports `message` with the unit's name and time. Use it in place of `throw`. */
export function fail(message: string): void {
  failure.message = message;
  failure.listener.failed(message);
  unreachable();
}

/** Integer quotient, truncated towards zero (TypeScript's `/` is real, AssemblyScript's is not). Traps for b = 0. */
export function idiv(a: i32, b: i32): i32 {
  if (b == 0) fail('integer division by zero');
  return i32(f64(a) / f64(b));
}
