import { Document } from '../../fmu-sdk/description/document.ts';
import { numberFrom } from '../../fmu-sdk/values/decimal.ts';
import { attribute, type Position, type XmlElement } from '../../fmu-sdk/xml/parse.ts';

/** A variable, a group of them, or a signal of a function, as a connection names it. */
export interface Endpoint extends Position {
  /** Name of the simulator, or of the function. */
  of: string;
  name: string;
}

export interface OspConnection extends Position {
  kind: 'variable' | 'group' | 'signal';
  ends: [Endpoint, Endpoint];
  /** Of a signal's connection: the end that is a function's. */
  signal?: 0 | 1;
  powerBond?: string;
}

export interface OspSimulator extends Position {
  name: string;
  source: string;
  stepSize?: number;
  values: [variable: string, value: string][];
}

export interface OspFunction extends Position {
  kind: string;
  name: string;
  factor: number;
  offset: number;
}

/** `OspSystemStructure.xml` (OSP-IS 1.0; libcosim's schema 0.1). Times in seconds. */
export interface OspStructure {
  startTime?: number;
  endTime?: number;
  baseStepSize?: number;
  algorithm?: string;
  /** Of ECCO, by the names of its elements. */
  ecco: ReadonlyMap<string, number>;
  simulators: OspSimulator[];
  functions: OspFunction[];
  connections: OspConnection[];
}

const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);
const child = (e: XmlElement | undefined, name: string): XmlElement | undefined =>
  e?.children.find((each) => localName(each) === name);

/** Reads a system structure of the Open Simulation Platform; `file` names it in errors. */
export function readOspStructure(xml: string, file: string): OspStructure {
  const document = new Document(xml, file, 'OspSystemStructure');
  const { root } = document;
  const number = (e: XmlElement | undefined, text: string | undefined): number | undefined => {
    if (e === undefined || text === undefined) return undefined;
    return (
      numberFrom(text.trim()) ??
      document.refuse(e, `<${e.name}> has "${text.trim()}", and has to have a number`)
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
    if (e.children.length !== 2)
      document.refuse(e, `<${e.name}> connects ${e.children.length} ends, and has to connect 2`);
    const [a, b] = e.children;
    const signal = [a, b].findIndex((each) => /^Signal/.test(localName(each)));
    return {
      kind: signal >= 0 ? 'signal' : /Group/.test(localName(e)) ? 'group' : 'variable',
      ends: [end(a), end(b)],
      ...(signal >= 0 && { signal: signal as 0 | 1 }),
      powerBond: attribute(e, 'powerBond'),
      ...place(e),
    };
  };
  return {
    startTime: seconds('StartTime'),
    endTime: seconds('EndTime'),
    baseStepSize: seconds('BaseStepSize'),
    algorithm: child(root, 'Algorithm')?.text.trim(),
    ecco: new Map(
      (child(root, 'EccoConfiguration')?.children ?? []).map((e) => [
        localName(e),
        number(e, e.text) as number,
      ]),
    ),
    simulators: (child(root, 'Simulators')?.children ?? []).map((e) => ({
      name: needed(e, 'name'),
      source: needed(e, 'source'),
      stepSize: number(e, attribute(e, 'stepSize')),
      values: (child(e, 'InitialValues')?.children ?? []).map((value): [string, string] => {
        const [typed] = value.children;
        if (typed === undefined) document.refuse(value, `<${value.name}> has no value`);
        return [needed(value, 'variable'), needed(typed, 'value')];
      }),
      ...place(e),
    })),
    functions: (child(root, 'Functions')?.children ?? []).map((e) => ({
      kind: localName(e),
      name: needed(e, 'name'),
      factor: number(e, attribute(e, 'factor')) ?? 1,
      offset: number(e, attribute(e, 'offset')) ?? 0,
      ...place(e),
    })),
    connections: (child(root, 'Connections')?.children ?? []).map(connection),
  };
}
