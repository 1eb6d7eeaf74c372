import { Document } from '../../fmu-sdk/description/document-lists.ts';
import { numberFrom, wholeFrom } from '../../fmu-sdk/description/values/decimal-text.ts';
import { printableName, someNames } from '../../fmu-sdk/util/printable.ts';
import { attribute, type Position, type XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { checkKnown, knownChildren, localName, valueTypes } from './osp-schema.ts';

/** Variable, group of variables, or signal of a function that a connection names. */
export interface Endpoint extends Position {
  /** Name of the simulator or function. */
  of: string;
  name: string;
}

export interface OspConnection extends Position {
  kind: 'variable' | 'group' | 'signal';
  ends: [Endpoint, Endpoint];
  /** End of a signal connection that belongs to a function. */
  signal?: 0 | 1;
  powerBond?: string;
}

/** Start value with its type, as text. It does not have a unit of measure. */
export interface OspValue extends Position {
  variable: string;
  type: (typeof valueTypes)[number];
  value: string;
}

export interface OspSimulator extends Position {
  name: string;
  source: string;
  stepSize?: number;
  values: OspValue[];
}

export interface OspFunction extends Position {
  kind: string;
  name: string;
  factor: number;
  offset: number;
}

/**
 * Content of `OspSystemStructure.xml` (OSP-IS 1.0, libcosim's schema 0.1). Times are in seconds.
 */
export interface OspStructure {
  startTime?: number;
  endTime?: number;
  baseStepSize?: number;
  algorithm?: string;
  /** Configuration of ECCO, by element names. */
  ecco: ReadonlyMap<string, number>;
  simulators: OspSimulator[];
  functions: OspFunction[];
  connections: OspConnection[];
}

const child = (e: XmlElement | undefined, name: string): XmlElement | undefined =>
  e?.children.find((candidate) => localName(candidate) === name);

/** Valid texts of each type. */
const texts: Readonly<Record<OspValue['type'], { of: (text: string) => boolean; are: string }>> = {
  Real: { of: (text) => numberFrom(text) !== undefined, are: 'a number' },
  Integer: { of: (text) => wholeFrom(text) !== undefined, are: 'a whole number' },
  Boolean: { of: (text) => /^(true|false|0|1)$/.test(text), are: 'true or false' },
  String: { of: () => true, are: 'a text' },
};

/**
 * Reads a system structure of the Open Simulation Platform. `file` names it in errors. `note`
 * receives notes on ignored content that the schema does not know, as sentences without a full
 * stop.
 */
export function readOspStructure(xml: string, file: string, note: (words: string) => void): OspStructure {
  const document = new Document(xml, file, 'OspSystemStructure');
  const { root } = document;
  checkKnown(document, root, note);
  const number = (e: XmlElement | undefined, text: string | undefined): number | undefined => {
    if (e === undefined || text === undefined) return undefined;
    return (
      numberFrom(text.trim()) ?? document.refuse(e, `expected a number in <${e.name}>, got "${text.trim()}"`)
    );
  };
  const seconds = (name: string): number | undefined => number(child(root, name), child(root, name)?.text);
  const needed = (e: XmlElement, name: string): string =>
    attribute(e, name) ?? document.refuse(e, `<${e.name}> has no ${name}`);
  const place = ({ line, column }: XmlElement): Position => ({ line, column });
  const end = (e: XmlElement): Endpoint => {
    const of = /^Signal/.test(localName(e)) ? 'function' : 'simulator';
    return { of: needed(e, of), name: needed(e, 'name'), ...place(e) };
  };
  const connection = (e: XmlElement): OspConnection => {
    const ends = knownChildren(e);
    if (ends.length !== 2) document.refuse(e, `expected 2 ends in <${e.name}>, got ${ends.length}`);
    const [a, b] = ends;
    const signal = [a, b].findIndex((element) => /^Signal/.test(localName(element)));
    return {
      kind: signal >= 0 ? 'signal' : /Group/.test(localName(e)) ? 'group' : 'variable',
      ends: [end(a), end(b)],
      ...(signal >= 0 && { signal: signal as 0 | 1 }),
      powerBond: attribute(e, 'powerBond'),
      ...place(e),
    };
  };
  const value = (e: XmlElement): OspValue => {
    const [typed, other] = knownChildren(e);
    const variable = needed(e, 'variable');
    if (typed === undefined)
      document.refuse(
        e,
        `<${e.name}> of ${printableName(variable)} lacks a value: expected one of ${someNames(valueTypes)}`,
      );
    if (other !== undefined)
      document.refuse(
        other,
        `<${e.name}> of ${printableName(variable)} has two values, <${typed.name}> and <${other.name}>`,
      );
    const type = localName(typed) as OspValue['type'];
    const text = needed(typed, 'value');
    const valueText = type === 'String' ? text : text.trim();
    if (!texts[type].of(valueText))
      document.refuse(
        typed,
        `expected ${texts[type].are} in <${typed.name}> of ${printableName(variable)}, got "${printableName(valueText)}"`,
      );
    return { variable, type, value: valueText, ...place(typed) };
  };
  const values = (e: XmlElement): OspValue[] => {
    const all = knownChildren(child(e, 'InitialValues')).map(value);
    const twice = all.find(
      ({ variable }, k) => all.findIndex((ospValue) => ospValue.variable === variable) < k,
    );
    if (twice !== undefined)
      document.refuse(
        twice,
        `${printableName(twice.variable)} of ${printableName(needed(e, 'name'))} has a second initial value`,
      );
    return all;
  };
  return {
    startTime: seconds('StartTime'),
    endTime: seconds('EndTime'),
    baseStepSize: seconds('BaseStepSize'),
    algorithm: child(root, 'Algorithm')?.text.trim(),
    ecco: new Map(
      knownChildren(child(root, 'EccoConfiguration')).map((e) => [localName(e), number(e, e.text) as number]),
    ),
    simulators: knownChildren(child(root, 'Simulators')).map((e) => ({
      name: needed(e, 'name'),
      source: needed(e, 'source'),
      stepSize: number(e, attribute(e, 'stepSize')),
      values: values(e),
      ...place(e),
    })),
    functions: knownChildren(child(root, 'Functions')).map((e) => ({
      kind: localName(e),
      name: needed(e, 'name'),
      factor: number(e, attribute(e, 'factor')) ?? 1,
      offset: number(e, attribute(e, 'offset')) ?? 0,
      ...place(e),
    })),
    connections: knownChildren(child(root, 'Connections')).map(connection),
  };
}
