import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { words } from '../../grammar/xsd-types.ts';
import type { FmiVersion } from '../fmi-version.ts';
import { defaultVariability, initialTables } from './initial-tables.ts';

export const types2: readonly string[] = ['Real', 'Integer', 'Boolean', 'String', 'Enumeration'];

/** Variable with its inherited defaults. Malformed attributes are as written or undefined. */
export interface Variable {
  /** Carries name, valueReference, causality. */
  readonly element: XmlElement;
  /** Carries start, min, unit: in FMI 3.0 the same element. */
  readonly typed: XmlElement;
  readonly type: string;
  /** Position in ModelVariables, from 1: how FMI 2.0 refers to it. */
  readonly index: number;
  readonly name: string;
  readonly reference: number | undefined;
  readonly causality: string;
  readonly variability: string;
  /** Declared or default `initial`. Undefined if the table lacks a default. */
  readonly initial: string | undefined;
  /** Values of start, undefined for no start. */
  readonly start: readonly string[] | undefined;
  /** Typed element of the declared type, when it is defined. */
  readonly declared: XmlElement | undefined;
}

export function readVariable(
  element: XmlElement,
  index: number,
  version: FmiVersion,
  typeNamed: (name: string) => XmlElement | undefined,
): Variable {
  const typed =
    version === '2.0' ? (element.children.find((child) => types2.includes(child.name)) ?? element) : element;
  const type = typed === element && version === '2.0' ? '' : typed.name;
  const causality = attribute(element, 'causality') ?? 'local';
  const variability = attribute(element, 'variability') ?? defaultVariability(version, type, causality);
  const declaredType = attribute(typed, 'declaredType');
  return {
    element,
    typed,
    type,
    index,
    name: attribute(element, 'name') ?? '',
    reference: reference(attribute(element, 'valueReference')),
    causality,
    variability,
    initial: attribute(element, 'initial') ?? initialTables[version][causality]?.[variability]?.[0],
    start: startOf(typed, version),
    declared: declaredType === undefined ? undefined : typeNamed(declaredType),
  };
}

/** A value reference or an index: an unsigned 32-bit integer, else undefined. */
export function reference(text: string | undefined): number | undefined {
  if (text === undefined || !/^\s*\+?\d+\s*$/.test(text)) return undefined;
  const value = Number(text);
  return value < 2 ** 32 ? value : undefined;
}

function startOf(typed: XmlElement, version: FmiVersion): string[] | undefined {
  if (version === '3.0' && (typed.name === 'String' || typed.name === 'Binary')) {
    const starts = childrenNamed(typed, 'Start');
    return starts.length === 0 ? undefined : starts.map((start) => attribute(start, 'value') ?? '');
  }
  const start = attribute(typed, 'start');
  if (start === undefined) return undefined;
  return version === '2.0' ? [start] : words(start);
}

/** An attribute of the variable, or of its declared type. */
export function inherited(variable: Variable, name: string): string | undefined {
  return (
    attribute(variable.typed, name) ??
    (variable.declared === undefined ? undefined : attribute(variable.declared, name))
  );
}

export function isFloat(variable: Variable): boolean {
  return ['Real', 'Float32', 'Float64'].includes(variable.type);
}

/** A variable for a message: `"x"`. */
export function named(variable: Variable): string {
  return JSON.stringify(variable.name);
}
