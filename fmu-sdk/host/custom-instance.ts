import { elementCount, type FmiType, type Variable } from '../description/description.ts';
import { valueText } from '../util/printable.ts';
import { OwnCode } from '../util/user-code.ts';
import type { NumericType } from './fmi-api.ts';
import type { Instance, NumericArray } from './instance.ts';
import { sealedArrays } from './wasm/array-classes.ts';

/** What every run calls of an instance. */
const called = [
  'view',
  'polynomial',
  'initialize',
  'exitInitialization',
  'internalStep',
  'step',
  'close',
  'reasonOf',
];

/** What else may be called, and does its work before it returns too. */
const mayBeCalled = [
  ...['begin', 'micro', 'post', 'foresee', 'partial', 'slope', 'seeEvents', 'getBytes', 'setBytes'],
  ...['reset', 'snapshot', 'portable', 'getState', 'setState'],
];

/** Called between runs and steps, never in one. */
const between = ['close', 'reasonOf', 'reset', 'snapshot', 'portable', 'getState', 'setState'];

// biome-ignore lint/suspicious/noExplicitAny: whose member it is knows what it takes and gives.
type Method = (...operands: any[]) => any;

/** Instances of hosts of a user's own, and how messages name each. */
const codes = new WeakMap<Instance, OwnCode>();

/**
 * Looks at an instance of a user's own host, `opened` by it, and from here on at what it answers between its steps. What is called in a
 * step stays as it is, so that a step costs what it did.
 */
export function watchInstance(instance: Instance, unit: string, host: string, opened: OwnCode): void {
  opened.needs('instance', instance, ...called);
  for (const member of [...called, ...mayBeCalled])
    if (isAsync(instance[member as keyof Instance]))
      opened.refuse(`has an async ${member}, for which nobody waits`);
  if (codes.has(instance)) return;
  const code = new OwnCode(`call ${unit}: the host "${host}"`);
  codes.set(instance, code);
  for (const member of between)
    if (instance[member as keyof Instance] !== undefined)
      replace(instance, member, (inner) => code.method({ [member]: inner }, member));
  watchViews(instance, code);
  watchStart(instance, code);
}

/** Refuses an answer to a step that is none (0, or −1 with an internal step), where the instance is of a user's own host. */
export function refuseAnswer(instance: Instance, t: number, H: number, answer: unknown): void {
  const code = codes.get(instance);
  if (code === undefined) return;
  code.done('step', answer);
  code.refuse(
    `answers ${valueText(answer)} to the step by H = ${H} s at t = ${t} s; 0 says that it is done, and −1 that H is no whole multiple of the internal step`,
  );
}

/** Its memory, where values are read and written unseen. */
function watchViews(instance: Instance, code: OwnCode): void {
  for (const member of ['view', 'polynomial'] as const)
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
  code: OwnCode,
): void {
  const { name, type } = variable;
  const { view, offset, length = 1 } = Object(answer) as { view: unknown; offset: number; length?: number };
  // Where a unit takes no polynomial, there is nothing to look at.
  if (member === 'polynomial' && offset === -1) return;
  const isMemory = ArrayBuffer.isView(view) && !(view instanceof DataView);
  const [size, count] = isMemory ? [(view as Uint8Array).length, member === 'view' ? length : 3] : [0, 0];
  if (!isMemory || (member === 'polynomial' && !(view instanceof Float64Array)))
    code.refuse(
      `gives by ${member} of ${name} no ${member === 'view' ? 'typed array' : 'Float64Array'} as "view"`,
    );
  if (member === 'view' && !holds(view, type))
    code.refuse(
      `gives by view of ${name} an ${(view as NumericArray).constructor.name}, which does not hold values of ${type} as they are`,
    );
  if (!(isWhole(offset) && isWhole(count) && offset + count <= size))
    code.refuse(
      `gives by ${member} of ${name} the elements from ${valueText(offset)} to ${valueText(offset + count - 1)} of ${size} in its "view"`,
    );
  if (member === 'view') requireLength((answer as { length?: unknown }).length, variable, code);
}

/** An array may have grown since it was described, where structural parameters hold its size. */
function requireLength(length: unknown, variable: Variable, code: OwnCode): void {
  const there = elementCount(variable);
  if (length === there || (variable.dimensionReferences !== undefined && Number(length) > there)) return;
  code.refuse(
    `gives by view of ${variable.name} ${valueText(length)} as "length", and it has ${there} ${there === 1 ? 'element' : 'elements'}`,
  );
}

/** Whether values of a type stand in such an array as they are; hosts have their own ones for items, true and false. */
function holds(view: unknown, type: FmiType): boolean {
  if (type === 'Boolean' || type === 'Clock' || type === 'Enumeration')
    return !(view instanceof Float32Array || view instanceof Float64Array);
  return view instanceof sealedArrays[type as NumericType];
}

/** Its initialization, for which nobody would wait; what it throws there is the unit's. With it the internal step stands. */
function watchStart(instance: Instance, code: OwnCode): void {
  for (const member of ['initialize', 'exitInitialization'] as const)
    replace(instance, member, (inner) => (t) => {
      const answer: unknown = inner(t);
      if (answer !== undefined) code.done(member, answer);
      if (member === 'exitInitialization') requireInternalStep(instance, code);
    });
}

function requireInternalStep(instance: Instance, code: OwnCode): void {
  const h: unknown = code.method(instance, 'internalStep')();
  if (typeof h !== 'number' || !(h >= 0 && h < Number.POSITIVE_INFINITY))
    code.refuse(`has an internalStep of ${valueText(h)} s; it is a number of 0 or more`);
}

/** Puts in place of a method what is made of it, which is called as the instance's own; one that is frozen stays as it is. */
function replace(instance: Instance, member: string, make: (inner: Method) => Method): void {
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
