import { Document } from '../../fmu-sdk/description/tables/document-lists.ts';
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
  checkKnown(document, document.root, note);
  return new StructureReader(document).read();
}

/** Reader of the elements of a system structure whose element names have been checked. */
class StructureReader {
  constructor(private readonly document: Document) {}

  /** Reads the whole structure. */
  read(): OspStructure {
    const { root } = this.document;
    const list = (name: string): XmlElement[] => knownChildren(child(root, name));
    return {
      startTime: this.readSeconds('StartTime'),
      endTime: this.readSeconds('EndTime'),
      baseStepSize: this.readSeconds('BaseStepSize'),
      algorithm: child(root, 'Algorithm')?.text.trim(),
      ecco: new Map(
        list('EccoConfiguration').map((e) => [localName(e), this.readNumber(e, e.text) as number]),
      ),
      simulators: list('Simulators').map((e) => this.readSimulator(e)),
      functions: list('Functions').map((e) => this.readFunction(e)),
      connections: list('Connections').map((e) => this.readConnection(e)),
    };
  }

  /** Reads a time of the root element [s]. */
  private readSeconds(name: string): number | undefined {
    const e = child(this.document.root, name);
    return this.readNumber(e, e?.text);
  }

  /** Reads a simulator with its start values. */
  private readSimulator(e: XmlElement): OspSimulator {
    return {
      name: this.requireAttribute(e, 'name'),
      source: this.requireAttribute(e, 'source'),
      stepSize: this.readNumber(e, attribute(e, 'stepSize')),
      values: this.readValues(e),
      ...placeOf(e),
    };
  }

  /** Reads a function. Its factor is 1 and its offset 0 by default. */
  private readFunction(e: XmlElement): OspFunction {
    return {
      kind: localName(e),
      name: this.requireAttribute(e, 'name'),
      factor: this.readNumber(e, attribute(e, 'factor')) ?? 1,
      offset: this.readNumber(e, attribute(e, 'offset')) ?? 0,
      ...placeOf(e),
    };
  }

  /** Reads a connection and its two ends. */
  private readConnection(e: XmlElement): OspConnection {
    const ends = knownChildren(e);
    if (ends.length !== 2) this.document.refuse(e, `expected 2 ends in <${e.name}>, got ${ends.length}`);
    const [a, b] = ends;
    const signal = [a, b].findIndex(isSignal);
    return {
      kind: signal >= 0 ? 'signal' : /Group/.test(localName(e)) ? 'group' : 'variable',
      ends: [this.readEndpoint(a), this.readEndpoint(b)],
      ...(signal >= 0 && { signal: signal as 0 | 1 }),
      powerBond: attribute(e, 'powerBond'),
      ...placeOf(e),
    };
  }

  /** Reads an end of a connection. */
  private readEndpoint(e: XmlElement): Endpoint {
    const of = this.requireAttribute(e, isSignal(e) ? 'function' : 'simulator');
    return { of, name: this.requireAttribute(e, 'name'), ...placeOf(e) };
  }

  /** Reads the start values of a simulator. Refuses a second value of one variable. */
  private readValues(e: XmlElement): OspValue[] {
    const all = knownChildren(child(e, 'InitialValues')).map((element) => this.readValue(element));
    const twice = all.find(
      ({ variable }, k) => all.findIndex((ospValue) => ospValue.variable === variable) < k,
    );
    if (twice !== undefined)
      this.document.refuse(
        twice,
        `${printableName(twice.variable)} of ${printableName(this.requireAttribute(e, 'name'))} has a second initial value`,
      );
    return all;
  }

  /** Reads a start value. Refuses a text that is not of its type. */
  private readValue(e: XmlElement): OspValue {
    const { document } = this;
    const [typed, other] = knownChildren(e);
    const variable = this.requireAttribute(e, 'variable');
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
    const text = this.requireAttribute(typed, 'value');
    const valueText = type === 'String' ? text : text.trim();
    if (!texts[type].of(valueText))
      document.refuse(
        typed,
        `expected ${texts[type].are} in <${typed.name}> of ${printableName(variable)}, got "${printableName(valueText)}"`,
      );
    return { variable, type, value: valueText, ...placeOf(typed) };
  }

  /** Reads an optional number, which is the text of an element or of its attribute. */
  private readNumber(e: XmlElement | undefined, text: string | undefined): number | undefined {
    if (e === undefined || text === undefined) return undefined;
    return (
      numberFrom(text.trim()) ??
      this.document.refuse(e, `expected a number in <${e.name}>, got "${text.trim()}"`)
    );
  }

  /** Returns the text of an attribute. Refuses an element without it. */
  private requireAttribute(e: XmlElement, name: string): string {
    return attribute(e, name) ?? this.document.refuse(e, `<${e.name}> has no ${name}`);
  }
}

const placeOf = ({ line, column }: XmlElement): Position => ({ line, column });

/** Reports whether an end of a connection belongs to a function. */
const isSignal = (e: XmlElement): boolean => /^Signal/.test(localName(e));
