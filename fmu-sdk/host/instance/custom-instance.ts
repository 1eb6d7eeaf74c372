import { elementCount, type FmiType, type Variable } from '../../description/description.ts';
import { valueText, withNoun } from '../../util/printable.ts';
import { UserCode } from '../../util/user-code.ts';
import { sealedArrays } from '../wasm/array-classes.ts';
import type { NumericType } from './fmi-api.ts';
import type { CustomInstance, NumericArray } from './instance.ts';

/** Members that every run calls. */
const requiredMembers = ['view', 'initialize', 'exitInitialization', 'step', 'close'];

/** Optional members that must be synchronous, too. */
const optionalMembers = [
  ...[
    'polynomial',
    'internalStep',
    'reasonOf',
    'begin',
    'micro',
    'post',
    'foresee',
    'partial',
    'slope',
    'seeEvents',
    'getBytes',
    'setBytes',
  ],
  ...['reset', 'snapshot', 'portable', 'getState', 'setState'],
];

/** Members called between runs and steps, never during a step. */
const between = ['close', 'reasonOf', 'reset', 'snapshot', 'portable', 'getState', 'setState'];

// biome-ignore lint/suspicious/noExplicitAny: whose member it is knows what it takes and gives.
type Method = (...operands: any[]) => any;

/** Instances of custom hosts, with their names for messages. */
const codes = new WeakMap<CustomInstance, UserCode>();

/**
 * Validates an instance that a custom host opened, and from then on its results between steps.
 * Methods called during a step stay unwrapped, so that steps do not get slower.
 */
export function validateInstance(
  instance: CustomInstance,
  unit: string,
  host: string,
  opened: UserCode,
): void {
  opened.requireMembers('instance', instance, ...requiredMembers);
  for (const member of [...requiredMembers, ...optionalMembers])
    if (isAsync(instance[member as keyof CustomInstance]))
      opened.refuse(`has an async ${member}, but the call must be synchronous`);
  if (codes.has(instance)) return;
  const code = new UserCode(`call ${unit}: the host "${host}"`);
  codes.set(instance, code);
  for (const member of between)
    if (instance[member as keyof CustomInstance] !== undefined)
      replace(instance, member, (inner) => code.method({ [member]: inner }, member));
  watchViews(instance, code);
  watchStart(instance, code);
}

/**
 * Rejects an invalid return value of a custom host's step. Valid are 0, and −1 with an internal
 * step.
 */
export function rejectStepResult(instance: CustomInstance, t: number, H: number, answer: unknown): void {
  const code = codes.get(instance);
  if (code === undefined) return;
  code.requireSynchronous('step', answer);
  code.refuse(
    `returned ${valueText(answer)} from the step by H = ${H} s at t = ${t} s. Expected 0 (done) or −1 (H is not a multiple of the internal step)`,
  );
}

/** Checks the memory views, through which values are read and written without calls. */
function watchViews(instance: CustomInstance, code: UserCode): void {
  for (const member of ['view', 'polynomial'] as const)
    if (instance[member] !== undefined)
      replace(instance, member, (inner) => {
        const ask = code.method({ [member]: inner }, member);
        return (variable: Variable) => {
          const answer: unknown = ask(variable);
          requireView(member, answer, variable, code);
          return answer;
        };
      });
}

function requireView(
  member: 'view' | 'polynomial',
  answer: unknown,
  variable: Variable,
  code: UserCode,
): void {
  const { name, type } = variable;
  const { view, offset, length = 1 } = Object(answer) as { view: unknown; offset: number; length?: number };
  // Offset −1: this input does not support a polynomial.
  if (member === 'polynomial' && offset === -1) return;
  const isMemory = ArrayBuffer.isView(view) && !(view instanceof DataView);
  const [size, count] = isMemory ? [(view as Uint8Array).length, member === 'view' ? length : 3] : [0, 0];
  if (!isMemory || (member === 'polynomial' && !(view instanceof Float64Array)))
    code.refuse(
      `returned a "view" from ${member} of ${name} that is not a ${member === 'view' ? 'typed array' : 'Float64Array'}`,
    );
  if (member === 'view' && !holds(view, type))
    code.refuse(
      `returned a ${(view as NumericArray).constructor.name} from view of ${name}, which cannot hold ${type} values exactly`,
    );
  if (!(isWhole(offset) && isWhole(count) && offset + count <= size))
    code.refuse(
      `returned elements ${valueText(offset)} to ${valueText(offset + count - 1)} from ${member} of ${name}, but its "view" has ${size}`,
    );
  if (member === 'view') requireLength((answer as { length?: unknown }).length, variable, code);
}

/**
 * Checks the length. An array may be longer than described if structural parameters define its
 * size.
 */
function requireLength(length: unknown, variable: Variable, code: UserCode): void {
  const expectedLength = elementCount(variable);
  if (
    length === expectedLength ||
    (variable.dimensionReferences !== undefined && Number(length) > expectedLength)
  )
    return;
  code.refuse(
    `returned "length" ${valueText(length)} from view of ${variable.name}, which has ${withNoun(expectedLength, 'element')}`,
  );
}

/**
 * Reports whether the array type holds values of an FMI type exactly. Hosts choose the type for
 * Boolean, Clock and Enumeration.
 */
function holds(view: unknown, type: FmiType): boolean {
  if (type === 'Boolean' || type === 'Clock' || type === 'Enumeration')
    return !(view instanceof Float32Array || view instanceof Float64Array);
  return view instanceof sealedArrays[type as NumericType];
}

/**
 * Wraps the initialization, which must be synchronous. Errors it throws are the FMU's. Checks the
 * internal step, which is fixed by then.
 */
function watchStart(instance: CustomInstance, code: UserCode): void {
  for (const member of ['initialize', 'exitInitialization'] as const)
    replace(instance, member, (inner) => (t) => {
      const answer: unknown = inner(t);
      if (answer !== undefined) code.requireSynchronous(member, answer);
      if (member === 'exitInitialization') requireInternalStep(instance, code);
    });
}

function requireInternalStep(instance: CustomInstance, code: UserCode): void {
  if (instance.internalStep === undefined) return;
  const h: unknown = code.method(instance, 'internalStep')();
  if (typeof h !== 'number' || !(h >= 0 && h < Number.POSITIVE_INFINITY))
    code.refuse(`returned internalStep = ${valueText(h)} s, but it must be a number of 0 or more`);
}

/**
 * Replaces a method by a wrapper that is called on the instance. Leaves a frozen instance
 * unchanged.
 */
function replace(instance: CustomInstance, member: string, make: (inner: Method) => Method): void {
  const inner = (instance as unknown as Record<string, Method>)[member].bind(instance);
  Reflect.defineProperty(instance, member, {
    value: make(inner),
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

function isAsync(value: unknown): boolean {
  return /^\[object Async(?:Generator)?Function\]$/.test(Object.prototype.toString.call(value));
}

function isWhole(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
