/**
 * Receives a failure before the trap. The component reports it to its host.
 *
 * @example
 * export class Last extends FailureListener {
 *   text: string = '';
 *   override failed(message: string): void {
 *     this.text = message;
 *   }
 * }
 *
 * failure.listener = new Last();
 */
export class FailureListener {
  failed(message: string): void {}
}

/**
 * Reason why the unit stopped. The host reads it after a trap, at a fixed place in memory.
 *
 * @example
 * const reason: Failure = failure;
 * const gaveUp: bool = reason.message.length > 0;
 */
export class Failure {
  message: string = '';
  listener: FailureListener = new FailureListener();
}

/**
 * Reason why this unit stopped. The message is empty until then.
 *
 * @example
 * const why: string = failure.message;
 */
export const failure: Failure = new Failure();

/**
 * Ends the step. The host reports `message` with the name of the instance and the time. Use it
 * instead of `throw`.
 *
 * @example
 * if (this.p < 0.0) fail('the pressure p is below 0 Pa');
 */
export function fail(message: string): void {
  failure.message = message;
  failure.listener.failed(message);
  unreachable();
}

/**
 * Returns a number as text for the message of `fail`, with three digits: '1.25e-7', and '12' for an
 * integer below a million. It allocates memory. In a step, `fmu lint` allows it there only.
 *
 * @example
 * if (this.p < 0.0) fail('the pressure p is ' + numberText(this.p) + ' Pa, and has to be above 0');
 */
export function numberText(x: f64): string {
  if (x != x) return 'NaN';
  const sign: string = x < 0.0 ? '-' : '';
  let rest: f64 = Math.abs(x);
  if (rest == Infinity) return sign + 'Infinity';
  if (rest < 1.0e6 && rest == Math.floor(rest)) return sign + integerText(i32(rest));
  let exponent: i32 = 0;
  for (; rest >= 10.0; exponent++) rest /= 10.0;
  for (; rest < 1.0; exponent--) rest *= 10.0;
  let digits: i32 = i32(rest * 100.0 + 0.5);
  if (digits > 999) {
    digits = 100;
    exponent += 1;
  }
  const first: i32 = idiv(digits, 100);
  const tail: string = integerText(idiv(digits, 10) % 10) + integerText(digits % 10);
  const power: string = (exponent < 0 ? '-' : '') + integerText(exponent < 0 ? -exponent : exponent);
  return sign + integerText(first) + '.' + tail + 'e' + power;
}

/** Decimal digits of k ≥ 0. */
function integerText(k: i32): string {
  const last: string = digit(k % 10);
  return k < 10 ? last : integerText(idiv(k, 10)) + last;
}

function digit(k: i32): string {
  if (k == 1) return '1';
  if (k == 2) return '2';
  if (k == 3) return '3';
  if (k == 4) return '4';
  if (k == 5) return '5';
  if (k == 6) return '6';
  if (k == 7) return '7';
  if (k == 8) return '8';
  return k == 9 ? '9' : '0';
}

/**
 * Returns the integer quotient, truncated towards zero. Traps for b = 0. The operator `/` of
 * TypeScript divides real numbers, and the one of AssemblyScript integers.
 *
 * @example
 * const middle: i32 = idiv(this.count, 2);
 * this.y = this.samples[middle];
 */
export function idiv(a: i32, b: i32): i32 {
  if (b == 0) fail('integer division by zero');
  return i32(f64(a) / f64(b));
}
