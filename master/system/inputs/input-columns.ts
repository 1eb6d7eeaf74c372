import {
  elementCount,
  type ModelDescription,
  type Variable,
} from '../../../fmu-sdk/description/description.ts';
import { elementAt, indexText } from '../../../fmu-sdk/description/tables/element-index.ts';
import { checkValue } from '../../../fmu-sdk/description/values/element-value.ts';
import { bytesOf } from '../../../fmu-sdk/description/values/text-bytes.ts';
import {
  declarationOf,
  type ValueDeclaration,
} from '../../../fmu-sdk/description/values/value-declaration.ts';
import { settableByName, valueOf } from '../../../fmu-sdk/description/variables/alias-sets.ts';
import { isTriggered } from '../../../fmu-sdk/description/variables/triggered-clock.ts';
import { converterTo, normalizer, splitUnit } from '../connections/unit-conversion.ts';
import type { InputSeries, InputValue, Port, SystemUnit } from '../system.ts';
import { type ConnectorFeed, type Connectors, feedConverter } from './connector-feeds.ts';

/** Element of an input or a tunable parameter that a file may drive. */
export interface InputColumn {
  port: Port;
  element: number;
  /** Way of a value from a connector of the system to the input. */
  feed?: ConnectorFeed;
}

/**
 * Reports whether a file may change a variable during a run: an input, or a tunable parameter (FMI
 * 3.0.2, 2.4.7.4).
 */
export function isDrivable({ causality, variability }: Variable): boolean {
  return causality === 'input' || (causality === 'parameter' && variability === 'tunable');
}

/** Inputs and tunable parameters that a file may drive, by the names that a title may have. */
export class InputColumns {
  /** Names of all columns, without those of aliases: `unit.input`, `unit.input[2,1]`. */
  readonly names: readonly string[];
  private readonly inputs = new Map<string, Port>();
  /** Inputs whose own names have indexes, by their names with indexes in one notation. */
  private readonly indexed = new Map<string, Port>();

  constructor(
    units: readonly SystemUnit[],
    prefix: boolean,
    private readonly connectors: Connectors = new Map(),
  ) {
    const names = [...connectors].filter(([, feeds]) => feeds.length > 0).map(([name]) => name);
    units.forEach(({ name: unitName, description }, unit) => {
      for (const [name, variable] of settableByName(description)) {
        if (!isDrivable(variable)) continue;
        const base = prefix ? `${unitName}.${name}` : name;
        const port = { unit, variable };
        this.inputs.set(base, port);
        const { before, indexes } = splitIndexes(base);
        if (indexes !== undefined) this.indexed.set(`${before}[${indexes}]`, port);
        if (name === variable.name && variable.causality === 'input')
          for (let element = 0; element < elementCount(variable); element++)
            names.push(base + indexText(variable, element));
      }
    });
    this.names = names;
  }

  /**
   * Returns the elements that a name stands for: `u`, `u[2]`, `u(2)`, `u[2, 1]`, or a connector of
   * the system, which may lack inputs. Undefined if it is not an input. Throws an Error if it is an
   * array without an index in its range.
   */
  named(name: string): readonly InputColumn[] | undefined {
    const exact = this.inputs.get(name);
    if (exact !== undefined) return [elementOf(exact, name, [])];
    const { before, indexes } = splitIndexes(name);
    const own = this.connectors.get(name);
    const feeds = own ?? (indexes === undefined ? undefined : this.connectors.get(before));
    if (feeds !== undefined) return feeds.map((feed) => fed(feed, name, own === undefined ? indexes : []));
    if (indexes === undefined) return undefined;
    const scalar = this.indexed.get(`${before}[${indexes}]`);
    if (scalar !== undefined) return [elementOf(scalar, name, [])];
    const array = this.inputs.get(before);
    return array && [elementOf(array, before, indexes)];
  }
}

function fed(feed: ConnectorFeed, name: string, indexes: readonly number[] = []): InputColumn {
  if (feed.element === undefined) return { ...elementOf(feed.port, name, indexes), feed };
  if (indexes.length > 0) throw new Error(`${name} is not an array. Remove the index.`);
  return { port: feed.port, element: feed.element, feed };
}

/** Returns an element of an input by its indexes from 1. Throws an Error for a wrong index. */
function elementOf(port: Port, name: string, indexes: readonly number[]): InputColumn {
  const element = elementAt(port.variable, indexes);
  if (element !== undefined) return { port, element };
  const { dimensions } = port.variable;
  if (dimensions.length === 0) throw new Error(`${name} is not an array. Remove the index.`);
  throw new Error(
    `${name} has the dimensions [${dimensions}], so ${indexes.length === 0 ? 'a column needs the index of one element' : `[${indexes}] is out of range`}. Write ${name}${indexText(port.variable, 0)}, and so on.`,
  );
}

/** Splits the indexes from the end of a name: `u[2]`, `u(2)`, `u[2, 1]`. */
export function splitIndexes(name: string): { before: string; indexes?: number[] } {
  const [, before, brackets, parentheses] = /^(.+?)(?:\[([\d, ]+)\]|\(([\d, ]+)\))$/s.exec(name) ?? [];
  if (before === undefined) return { before: name };
  const indexes = (brackets ?? parentheses).split(',').map((text) => (text.trim() === '' ? 0 : Number(text)));
  return { before, indexes };
}

/** Returns the key of an element, which it has under every name of its variable. */
export function keyOf({ port: { unit, variable }, element }: InputColumn): string {
  return `${unit} ${valueOf(variable)} ${element}`;
}

/**
 * Splits `s [mm]` into name and unit of measure. The bracket of an array index follows its name
 * without a space.
 */
export function titleOf(title: string): { name: string; unitOfMeasure?: string } {
  const { before, unitOfMeasure = '' } = splitUnit(title);
  const apart = unitOfMeasure !== '' && /\s/.test(title.charAt(title.length - unitOfMeasure.length - 3));
  return apart ? { name: withPlainIndex(before), unitOfMeasure } : { name: withPlainIndex(title) };
}

/** Writes the index of an element as results do: `A[2,1]` for `A[2, 1]`. */
function withPlainIndex(name: string): string {
  return name.replace(/\[[\d, ]+\]$/, (index) => index.replaceAll(' ', ''));
}

/**
 * Returns a function that converts a field of a column to a value. It throws an Error if the field
 * is not a value of the input.
 */
export function fieldReader(
  { port: { variable }, feed }: InputColumn,
  description: ModelDescription,
  unitOfMeasure: string | undefined,
): (text: string) => InputValue {
  if (variable.type === 'Clock' && !isTriggered(variable))
    throw new Error('the Clock is not triggered, so it sets its own ticks. Remove its column.');
  const declared: ValueDeclaration = declarationOf(description, variable);
  const convert =
    feed === undefined
      ? converterTo(variable, description, unitOfMeasure)
      : feedConverter(feed, description, unitOfMeasure);
  if (isText(variable)) return (text) => bytesOf(declared, text);
  const normalize = normalizer(declared.type);
  return (text) => checkValue(declared, convert(normalize(text)));
}

/** Reports whether a variable holds texts or bytes instead of numbers. */
export function isText({ type }: Pick<Variable, 'type'>): boolean {
  return type === 'String' || type === 'Binary';
}

/** Values in an array that holds them exactly. */
export function seriesOf(
  { type }: Pick<Variable, 'type'>,
  values: readonly InputValue[],
): InputSeries['values'] {
  if (type === 'Int64') return BigInt64Array.from(values as bigint[]);
  if (type === 'UInt64') return BigUint64Array.from(values as bigint[]);
  return isText({ type }) ? (values as Uint8Array[]) : Float64Array.from(values as number[], Number);
}
