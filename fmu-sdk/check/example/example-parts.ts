import type { ZipDirectory, ZipEntry } from '../zip/central-directory.ts';
import { type Example, fmi2, fmi3, xml } from './example-fmu.ts';

/** A kind of interface that may have clocks. */
export const withEvents = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

/** A clock with the value reference 1. */
export const clockPart =
  '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>';

/** Returns an FMU with Event Mode. */
export function eventsExample(variables: string, structure?: string): Example {
  return fmi3({ interfaces: withEvents, variables, ...(structure === undefined ? {} : { structure }) });
}

/** Returns an FMU with Event Mode and a clock with the value reference 1. */
export function clockExample(attributes: string, structure?: string): Example {
  return eventsExample(`<Clock name="c" valueReference="1" ${attributes}/>`, structure);
}

/** Returns an FMU with a clock of a constant interval of 0.1 s. */
export function periodicExample(attributes: string): Example {
  const periodic = 'causality="input" intervalVariability="constant" intervalDecimal="0.1"';
  return clockExample(attributes === '' ? periodic : `${periodic} ${attributes}`);
}

/** Returns an FMU of FMI 2.0 with a variable with the value reference 1. */
export function scalarExample(name: string, typed: string, attributes = ''): Example {
  const start = `<ScalarVariable name="${name}" valueReference="1"`;
  return fmi2({ variables: `${start}${attributes && ` ${attributes}`}>${typed}</ScalarVariable>` });
}

/** An output with the value reference 1. */
export const outputPart = '<Float64 name="y" valueReference="1" causality="output"/>';
export const outputStructure = '<Output valueReference="1"/><InitialUnknown valueReference="1"/>';

/** A state with the value reference 1 and its derivative with 2. */
export const statePart =
  '<Float64 name="x" valueReference="1" initial="exact" start="0"/><Float64 name="v" valueReference="2" derivative="1"/>';
export const stateStructure =
  '<ContinuousStateDerivative valueReference="2"/><InitialUnknown valueReference="2"/>';

/** A clocked state with the value reference 3 and its previous value with 2. */
export const clockedState: string =
  '<Float64 name="p" valueReference="2" variability="discrete"/>' +
  '<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>';

/** An output with the value reference 1 and an input with 2. */
export const ioPart =
  '<Float64 name="y" valueReference="1" causality="output"/><Float64 name="u" valueReference="2" causality="input" start="0"/>';

/** Their structure, the output with these dependencies. */
export function ioStructure(dependencies: string): string {
  return `<Output valueReference="1" ${dependencies}/><InitialUnknown valueReference="1"/>`;
}

/** A terminal with a flow and a stream of these variables. */
export function streamOf(
  inward: string,
  outward: string,
  more = '',
): { variables: string; terminals: string } {
  return {
    variables:
      '<Float64 name="m" valueReference="1" causality="input" start="0"/><Float64 name="m2" valueReference="2" causality="input" start="0"/>' +
      '<Float64 name="h_in" valueReference="3" causality="input" start="0"/><Float64 name="h_out" valueReference="4" causality="parameter" start="0"/>' +
      '<Float64 name="h_local" valueReference="5"/>' +
      '<Float64 name="h_vector" valueReference="6" causality="input" start="0"><Dimension start="2"/></Float64>',
    terminals:
      '<Terminals><Terminal name="a" matchingRule="sequence">' +
      `<TerminalMemberVariable variableName="m" variableKind="inflow"/>${more}` +
      `<TerminalStreamMemberVariable inStreamMemberName="i" outStreamMemberName="o" inStreamVariableName="${inward}" outStreamVariableName="${outward}"/>` +
      '</Terminal></Terminals>',
  };
}

/** A build configuration with these contents of its only source file set. */
export function configuration(files: string, attributes = ''): string {
  return `<BuildConfiguration modelIdentifier="unit" ${attributes}><SourceFileSet language="C99">${files}</SourceFileSet></BuildConfiguration>`;
}

/** Valid entry of an archive. */
export const entry: ZipEntry = {
  name: 'resources/a.csv',
  method: 8,
  flags: 0,
  versionNeeded: 20,
  unixType: 0x8000,
  offset: 0,
};
export const zip: ZipDirectory = { disk: 0, entries: [entry] };

const layered = 'org.fmi-standard.fmi-ls-other';

/** Returns a manifest of a layered standard. Omits attributes that are undefined. */
export function manifest(
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  content = '',
): string {
  const all = {
    'fmi-ls-name': name,
    'fmi-ls-version': '1.0.0',
    'fmi-ls-description': 'Layered standard',
    ...attributes,
  };
  const text = Object.entries(all).map(([key, value]) =>
    value === undefined ? '' : ` fmi-ls:${key}="${value}"`,
  );
  const root = 'fmi-ls:fmiLayeredStandardManifest';
  return xml(
    `<${root} xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest"${text.join('')}>${content}</${root}>`,
  );
}

/** An FMU with a manifest. */
export function withManifest(
  attributes: Readonly<Record<string, string | undefined>>,
  folder: string = layered,
  content = '',
): Example {
  const path = `extra/${isDomain(folder) ? folder : layered}/fmi-ls-manifest.xml`;
  return fmi3({ files: { [path]: manifest(layered, attributes, content) } });
}

function isDomain(name: string): boolean {
  return name.includes('.');
}
