import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { type Variable, variablesByName } from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { checkValues } from '../../fmu-sdk/description/values/checked-values.ts';
import { declarationOf } from '../../fmu-sdk/description/values/value-declaration.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import type { ConnectionFile, ParameterValue } from '../../master/system/system.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const fixed = 'causality="parameter" variability="fixed"';

/** Description of a unit with a variable of each kind, without binaries. */
const description = `<fmiModelDescription fmiVersion="3.0" modelName="each" instantiationToken="x">
<CoSimulation modelIdentifier="each"/>
<UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="K"><BaseUnit K="1"/></Unit><Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit><Unit name="ell"/></UnitDefinitions>
<TypeDefinitions><EnumerationType name="Mode"><Item name="open" value="1"/><Item name="shut" value="2"/><Item name="half" value="5"/></EnumerationType></TypeDefinitions>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Boolean name="b" valueReference="1" ${fixed} start="false"/>
<Int32 name="i32" valueReference="2" ${fixed} start="0"/>
<Int64 name="i64" valueReference="3" ${fixed} start="0"/>
<Float64 name="f64" valueReference="4" ${fixed} start="0"/>
<Float64 name="len" valueReference="5" ${fixed} start="0" unit="m"/>
<Enumeration name="mode" valueReference="6" declaredType="Mode" ${fixed} start="1"/>
<String name="s" valueReference="7" ${fixed}><Start value=""/></String>
<Binary name="bin" valueReference="8" ${fixed}><Start value=""/></Binary>
<Float64 name="arr" valueReference="9" ${fixed} start="0 0 0"><Dimension start="3"/></Float64>
<Float64 name="in" valueReference="10" causality="input" start="0"/>
<Float64 name="out" valueReference="11" causality="output"/>
<Boolean name="b_in" valueReference="12" causality="input" variability="discrete" start="false"/>
<Boolean name="b_out" valueReference="13" causality="output" variability="discrete"/>
<Clock name="tick" valueReference="14" causality="input" intervalVariability="constant" intervalDecimal="0.1"/>
<Float64 name="hot" valueReference="16" ${fixed} start="0" unit="K"/>
<Float64 name="hotter" valueReference="17" ${fixed} start="0" unit="K" relativeQuantity="true"/>
<Float64 name="rise" valueReference="18" causality="output" unit="K" relativeQuantity="true"/>
<Float64 name="ells" valueReference="19" causality="output" unit="ell"/>
<Float64 name="width" valueReference="20" causality="input" unit="m" start="0"/>
<Float64 name="warm" valueReference="21" causality="input" unit="K" start="0"/>
<Float64 name="rises" valueReference="22" causality="input" unit="degC" relativeQuantity="true" start="0"/>
<Float64 name="celsius" valueReference="23" causality="input" unit="degC" start="0"/>
<Float64 name="held" valueReference="15" causality="output" variability="discrete" clocks="14"/>
</ModelVariables>
<ModelStructure><Output valueReference="11"/><Output valueReference="13"/><Output valueReference="15"/><Output valueReference="18"/><Output valueReference="19"/></ModelStructure>
</fmiModelDescription>`;

/** Result of opening a description of such units, `c` and others. */
export interface Opened {
  /** Values by `c.i32`, numbers of 64 bits as text. */
  values: Record<string, unknown>;
  connections: readonly ConnectionFile[];
  /** Messages without the name of the file. */
  notes: string[];
}

/**
 * Creates a folder with that unit for the tests of a file, and returns functions that open
 * descriptions there.
 */
export function eachUnit(): {
  open(description: string): Promise<Opened>;
  write(name: string, text: string): void;
} {
  const folder = temporaryFolder('ssp-test');
  beforeAll(async () => {
    writeFileSync(join(folder, 'each.fmu'), await zip(new Map([['modelDescription.xml', description]])));
  });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const open = async (text: string): Promise<Opened> => {
    write('x.ssd', text);
    const { system, notes, dispose } = await openSsp(join(folder, 'x.ssd'), { step: 0.1, stopTime: 1 });
    try {
      const entries = Object.entries(system.units).flatMap(([name, { parameters, start }]) =>
        Object.entries({ ...parameters, ...start }).map(([variable, value]): [string, unknown] => [
          `${name}.${variable}`,
          acceptedValue(variable, value),
        ]),
      );
      return {
        values: Object.fromEntries(entries),
        connections: (system.connections ?? []) as ConnectionFile[],
        notes: notes.map((note) => note.replace(folder, '').replace(/^\W*x\.ssd:? /, '')),
      };
    } finally {
      dispose();
    }
  };
  return { open, write };
}

const known = variablesByName(readModelDescription(description, 'each'));

/** Returns the value that a variable of the unit accepts. */
function acceptedValue(name: string, value: ParameterValue): unknown {
  const variable = known.get(name) as Variable;
  const elements = checkValues(declarationOf(readModelDescription(description, 'each'), variable), value);
  const all = Array.from<unknown, unknown>(elements, (item) =>
    typeof item === 'bigint' ? String(item) : item,
  );
  return all.length === 1 ? all[0] : all;
}

const names = ['Description', 'Common', 'ParameterValues', 'ParameterMapping']
  .map(
    (name, i) =>
      `xmlns:${['ssd', 'ssc', 'ssv', 'ssm'][i]}="http://ssp-standard.org/SSP1/SystemStructure${name}"`,
  )
  .join(' ');

/** Parts of a description of the unit `c`. */
export interface Parts {
  connectors?: string;
  bindings?: string;
  connections?: string;
  /** Content of `c`. */
  component?: string;
  /** Elements next to `c`. */
  elements?: string;
  /** Content after the system. */
  rest?: string;
}

export function ssd({
  connectors = '',
  bindings = '',
  connections = '',
  component = '',
  elements = '',
  rest = '',
}: Parts): string {
  const list = (name: string, inside: string): string =>
    inside === '' ? '' : `<ssd:${name}>${inside}</ssd:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription ${names} version="2.0" name="t"><ssd:System name="t">
${list('Connectors', connectors)}${list('ParameterBindings', bindings)}
<ssd:Elements><ssd:Component name="c" source="each.fmu">${component}</ssd:Component>${elements}</ssd:Elements>
${list('Connections', connections)}</ssd:System>${rest}</ssd:SystemStructureDescription>`;
}

export function set(parameters: string, rest = '', attributes = 'version="2.0" name="p"'): string {
  return `<ssv:ParameterSet ${names} ${attributes}><ssv:Parameters>${parameters}</ssv:Parameters>${rest}</ssv:ParameterSet>`;
}

export function mapping(entries: string): string {
  return `<ssd:ParameterMapping><ssm:ParameterMapping version="2.0">${entries}</ssm:ParameterMapping></ssd:ParameterMapping>`;
}

/** Returns a binding of parameters, with a mapping if there are entries. */
export function binding(parameters: string, entries = '', attributes = ''): string {
  return `<ssd:ParameterBinding ${attributes}><ssd:ParameterValues>${set(parameters)}</ssd:ParameterValues>${entries && mapping(entries)}</ssd:ParameterBinding>`;
}

export function parameter(name: string, type: string, value: string, more = ''): string {
  return `<ssv:Parameter name="${name}"><ssv:${type} value="${value}" ${more}/></ssv:Parameter>`;
}

export function entry(source: string, target: string, inside = ''): string {
  return `<ssm:MappingEntry source="${source}" target="${target}">${inside}</ssm:MappingEntry>`;
}

export function map(of: string, pairs: Record<string, string>): string {
  const entries = Object.entries(pairs).map(([a, b]) => `<ssc:MapEntry source="${a}" target="${b}"/>`);
  return `<ssc:${of}MappingTransformation>${entries.join('')}</ssc:${of}MappingTransformation>`;
}

export function linear(attributes: string): string {
  return `<ssc:LinearTransformation ${attributes}/>`;
}

export function connector(name: string, kind: string, inside: string): string {
  return `<ssd:Connector name="${name}" kind="${kind}">${inside}</ssd:Connector>`;
}

/** Connection of `p` or `c.in`, of the system or of an element. */
export function connection(start: string, end: string, inside = '', attributes = ''): string {
  const side = (name: string, text: string): string => {
    const [connectorName, element] = text.split('.').reverse();
    return `${element === undefined ? '' : `${name}Element="${element}" `}${name}Connector="${connectorName}"`;
  };
  return `<ssd:Connection ${side('start', start)} ${side('end', end)} ${attributes}>${inside}</ssd:Connection>`;
}
