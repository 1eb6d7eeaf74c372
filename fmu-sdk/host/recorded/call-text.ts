import { elementCount, type ModelDescription, type Variable } from '../../description/description.ts';
import { indexText } from '../../description/tables/element-index.ts';
import { type FmiMajor, functionPrefix } from '../../standard/fmi-version.ts';
import { printableName } from '../../util/printable.ts';
import { nameOf } from '../fmi-driver/call-failure.ts';
import { stateName } from '../fmi-driver/jacobian/state-names.ts';
import type { FmiCall } from '../instance/fmi-api.ts';
import type { RecordedBuffer, RecordedCall } from './calls-reader.ts';
import { isOutsideStandard } from './recorded-operations.ts';

/**
 * Returns the standard's name of a call, such as `fmi3GetFloat64`, or the internal name if there is
 * not one.
 */
export function functionOf({ name, buffer }: RecordedCall, fmi: FmiMajor): string {
  if (isOutsideStandard(name, fmi)) return `${name} (not a function of FMI ${fmi}.0)`;
  const op = { op: name, values: { type: buffer?.type } } as unknown as FmiCall;
  const functionName = nameOf(op, fmi);
  return `${functionPrefix(fmi)}${functionName[0].toUpperCase()}${functionName.slice(1)}`;
}

/** Describes the position of a call in its run: its number, its FMU, and the FMU's time. */
export function placeOf({ number, time }: RecordedCall, unit: string): string {
  return `call ${number}${Number.isNaN(time) ? '' : `, t = ${time} s`}, ${printableName(unit)}`;
}

/** Describes an element of a buffer: its variable and its unit of measure. */
export function elementOf(
  description: ModelDescription | undefined,
  { name }: RecordedCall,
  { type, valueReferences }: RecordedBuffer,
  k: number,
): { name: string; unit: string } {
  if (type === undefined) return { name: printableName(stateNameOf(description, name, k)), unit: '' };
  let before = 0;
  for (const reference of valueReferences) {
    const variable = description?.variables.find(
      (candidate) => candidate.valueReference === reference && matches(candidate.type, type, description),
    );
    if (variable === undefined) {
      if (valueReferences.length > k) return { name: `#${valueReferences[k]}`, unit: '' };
      break;
    }
    const count = Math.max(1, elementCount(variable));
    if (k < before + count)
      return { name: printableName(variable.name + indexText(variable, k - before)), unit: unitOf(variable) };
    before += count;
  }
  return { name: `element ${k + 1}`, unit: '' };
}

const unitOf = ({ unit: unitOfMeasure }: Variable): string =>
  unitOfMeasure === undefined ? '' : ` ${printableName(unitOfMeasure)}`;

function matches(type: string, requestedType: string, { fmiVersion }: ModelDescription): boolean {
  if (type === requestedType) return true;
  return (
    !fmiVersion.startsWith('3') &&
    [type, requestedType].every((candidate) => ['Int32', 'Enumeration'].includes(candidate))
  );
}

function stateNameOf(description: ModelDescription | undefined, call: string, k: number): string {
  if (call === 'getEventIndicators') return `event indicator ${k + 1}`;
  if (description === undefined) return `element ${k + 1}`;
  const { state, derivative } = stateName(description, k);
  if (call === 'getContinuousStateDerivatives') return derivative;
  return call === 'getNominalsOfContinuousStates' ? `nominal of ${state}` : state;
}

/** Formats two numbers so that they differ in print if they differ in a bit. */
export function twoNumbers(a: number | bigint, b: number | bigint): [string, string] {
  const texts = [a, b].map((x) => (Object.is(x, -0) ? '-0' : String(x))) as [string, string];
  return texts[0] === texts[1] && typeof a === 'number'
    ? [`${texts[0]} (bits ${bitsOf(a)})`, `${texts[1]} (bits ${bitsOf(b as number)})`]
    : texts;
}

function bitsOf(x: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
