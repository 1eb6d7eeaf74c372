import type { ModelDescription } from '../../description/description.ts';
import { measuringVariables } from '../../description/variables/run-measurements.ts';
import { printableName, shortened } from '../../util/printable.ts';
import { BytesWriter, bytesOf, sameBytes } from '../../util/state/byte-stream.ts';
import { io, status, statusNames } from '../instance/fmi-api.ts';
import type { NumericArray } from '../instance/instance.ts';
import { elementOf, twoNumbers } from './call-text.ts';
import type { RecordedAnswer, RecordedBuffer, RecordedCall } from './calls-reader.ts';
import { type OperandValue, writeOperand } from './operand-codec.ts';
import { internalCalls, operations, registerNames, sets } from './recorded-operations.ts';

/** An answer, and the contents of the call's buffer after it. */
export interface RecordedResult extends Pick<RecordedAnswer, 'thrown' | 'answer' | 'filled' | 'left'> {
  readonly view?: NumericArray;
}

/** Calls whose status alone is compared, because their answers are specific to the FMU. */
const byStatus: ReadonlySet<string> = new Set(['getState', 'serializeState', 'deserializeState']);

/**
 * Describes the difference of an answer from the recorded one, or returns undefined.
 *
 * @param relative allowed difference of Float64 and Float32, as a share of the larger magnitude. 0
 * requires equal bits
 */
export function difference(
  call: RecordedCall,
  now: RecordedResult,
  was: RecordedResult,
  relative: number,
  description?: ModelDescription,
): string | undefined {
  if (now.thrown !== undefined || was.thrown !== undefined) return ends(now, was);
  if (internalCalls.has(call.name)) return undefined;
  const [statusNow, statusWas] = [now, was].map(({ answer }) => statusOf(answer));
  if (statusNow !== statusWas)
    return `it returned ${wordOf(statusNow, now.answer)}, recorded was ${wordOf(statusWas, was.answer)}`;
  if (typeof statusNow === 'number' && statusNow >= status.discard && call.name !== 'doStep')
    return undefined;
  if (call.operation >= 0)
    return registersDiffer(call, now, was, relative) ?? buffersDiffer(call, now, was, relative, description);
  if (byStatus.has(call.name)) return undefined;
  return plainDiffer([now.answer, now.filled], [was.answer, was.filled], relative);
}

/** Describes the difference of arguments. */
export function operandsDiffer(
  now: RecordedCall,
  was: RecordedCall,
  relative: number,
  description?: ModelDescription,
): string | undefined {
  if (now.operation < 0) return plainDiffer(now.operands, was.operands, relative);
  const { reads } = operations[now.operation];
  const [a, b] = [now.operands as number[], was.operands as number[]];
  const k = reads.findIndex((_, i) => !equal(a[i], b[i], relative));
  if (k >= 0) return describeDifference(registerNames[reads[k]], '', a[k], b[k]);
  const [x, y] = [now.buffer, was.buffer];
  if (x === undefined || y === undefined) return undefined;
  const same = x.type === y.type && sameBytes(bytesOf(x.valueReferences), bytesOf(y.valueReferences));
  if (!same || x.view.length !== y.view.length) return 'other variables';
  if (sets(now.name)) {
    const at = firstOther(x.view, y.view, relative);
    if (at >= 0) {
      const { name, unit } = elementOf(description, now, x, at);
      return describeDifference(name, unit, x.view[at], y.view[at]);
    }
  }
  const [p, q] = [now.polynomials?.coefficients, was.polynomials?.coefficients];
  if (p === undefined || q === undefined) return p === q ? undefined : 'polynomials of its inputs';
  const at = firstOther(p, q, relative);
  return at < 0
    ? undefined
    : describeDifference(`coefficient ${at + 1} of the polynomials of its inputs`, '', p[at], q[at]);
}

function describeDifference(name: string, unit: string, a: number | bigint, b: number | bigint): string {
  const [now, was] = twoNumbers(a, b);
  return `${name} = ${now}${unit}, and was ${was}${unit}`;
}

function ends(now: RecordedResult, was: RecordedResult): string | undefined {
  if (now.thrown === undefined)
    return `the FMU returned, but the recorded FMU died: ${printableName(was.thrown?.message ?? '')}`;
  const message = printableName(now.thrown.message);
  if (was.thrown === undefined) return `the FMU died, but the recorded FMU returned: ${message}`;
  // Numbers and times in the message of a dying process differ between runs.
  return now.thrown.kind === was.thrown.kind
    ? undefined
    : `${message}; and was ${printableName(was.thrown.message)}`;
}

function statusOf(answer: OperandValue): number | undefined {
  if (typeof answer === 'number') return answer;
  const { status: its } = (answer ?? {}) as { status?: OperandValue };
  return typeof its === 'number' ? its : undefined;
}

const wordOf = (its: number | undefined, answer: OperandValue): string =>
  its === undefined ? textOf(answer) : (statusNames[its as 0] ?? String(its));

function registersDiffer(
  { operation, name }: RecordedCall,
  now: RecordedResult,
  was: RecordedResult,
  relative: number,
): string | undefined {
  const { leaves } = operations[operation];
  for (const [k, place] of leaves.entries()) {
    // The end of a step and the time of the next event count only if their flag is set.
    const says = ({ left }: RecordedResult): boolean =>
      place === io.lastTime
        ? left[leaves.indexOf(io.early)] !== 0
        : place === io.nextEventTime
          ? left[leaves.indexOf(io.nextEventTimeDefined)] !== 0
          : true;
    if (!says(now) && !says(was)) continue;
    if (equal(now.left[k], was.left[k], relative)) continue;
    if (name === 'doStep' && (now.answer as number) >= status.discard) continue;
    return describeDifference(registerNames[place], '', now.left[k], was.left[k]);
  }
  return undefined;
}

function buffersDiffer(
  call: RecordedCall,
  now: RecordedResult,
  was: RecordedResult,
  relative: number,
  description?: ModelDescription,
): string | undefined {
  if (now.view === undefined || was.view === undefined || sets(call.name)) return undefined;
  if ((now.answer as number) >= status.discard) return undefined;
  const measured = measuringVariables(description?.variables ?? []);
  for (let from = 0; ; from++) {
    from = firstOther(now.view, was.view, relative, from);
    if (from < 0) return undefined;
    const { name, unit } = elementOf(description, call, call.buffer as RecordedBuffer, from);
    if (!measured.has(name)) return describeDifference(name, unit, now.view[from], was.view[from]);
  }
}

/** Returns the first different element from `from`, or −1. NaNs with different bits differ. */
function firstOther(a: NumericArray, b: NumericArray, relative: number, from = 0): number {
  if (a.length === b.length && sameBytes(bytesOf(a), bytesOf(b))) return -1;
  if (a.length !== b.length) return Math.min(a.length, b.length);
  const size = a.BYTES_PER_ELEMENT;
  const [x, y] = [bytesOf(a), bytesOf(b)];
  for (let i = from; i < a.length; i++)
    if (
      !sameBytes(x.subarray(i * size, i * size + size), y.subarray(i * size, i * size + size)) &&
      !near(a[i], b[i], relative)
    )
      return i;
  return -1;
}

const equal = (a: number, b: number, relative: number): boolean => Object.is(a, b) || near(a, b, relative);

const near = (a: number | bigint, b: number | bigint, relative: number): boolean =>
  relative > 0 &&
  typeof a === 'number' &&
  typeof b === 'number' &&
  Math.abs(a - b) <= relative * Math.max(Math.abs(a), Math.abs(b));

function plainDiffer(
  now: readonly OperandValue[],
  was: readonly OperandValue[],
  relative: number,
): string | undefined {
  if (samePlain(now, was)) return undefined;
  if (relative > 0 && nearPlain(now, was, relative)) return undefined;
  return `${textOf(now)}, and was ${textOf(was)}`;
}

function samePlain(a: unknown, b: unknown): boolean {
  const [x, y] = [a, b].map((value) => {
    const out = new BytesWriter();
    writeOperand(out, value);
    return out.take();
  });
  return sameBytes(x, y);
}

function nearPlain(a: OperandValue, b: OperandValue, relative: number): boolean {
  if (a instanceof Float64Array && b instanceof Float64Array) return firstOther(a, b, relative) < 0;
  if (typeof a === 'number' && typeof b === 'number') return equal(a, b, relative);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((candidate, i) => nearPlain(candidate, b[i], relative));
  if (isObject(a) && isObject(b))
    return Object.keys({ ...a, ...b }).every((key) => nearPlain(a[key], b[key], relative));
  return samePlain(a, b);
}

const isObject = (value: OperandValue): value is { readonly [name: string]: OperandValue } =>
  typeof value === 'object' && !Array.isArray(value) && !ArrayBuffer.isView(value);

function textOf(value: OperandValue): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'bigint'
      ? String(item)
      : ArrayBuffer.isView(item)
        ? Array.from(item as Uint8Array)
        : item,
  );
  return printableName(shortened(text ?? 'nothing', 120));
}
