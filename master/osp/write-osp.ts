import { dirname, relative, resolve } from 'node:path';
import { variablesByName } from '../../fmu-sdk/description/description.ts';
import type { Conversion } from '../../fmu-sdk/description/si-units.ts';
import { type FmuFiles, readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { someNames } from '../../fmu-sdk/util/printable.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { listTag, type Tag, tag, writeXml } from '../../fmu-sdk/util/xml/write-xml.ts';
import { splitUnitName } from '../system/find-variable.ts';
import type {
  CheckedSystem,
  ConnectionFile,
  ExpandedSystem,
  ParameterValue,
  SystemFile,
} from '../system/system.ts';
import { expandTerminals } from '../system/terminals/expand-terminals.ts';
import { eccoOptions } from './ecco-configuration.ts';
import { ospType } from './osp-schema.ts';

const namespace = 'http://opensimulationplatform.com/MSMI/OSPSystemStructure';

/** Text of `OspSystemStructure.xml`, and notes for the user as sentences without a full stop. */
export interface WrittenOsp {
  xml: string;
  notes: string[];
}

/**
 * Writes a system as `OspSystemStructure.xml` for the path `target`, from where its paths lead to
 * the FMUs of `file`. `checked` is the checked form of the system.
 *
 * Conversions of units of measure become transformations, because libcosim passes numbers
 * unchanged. Content that OSP does not support (arrays, interface models, lines, joints, inputs
 * from files) is refused. Differences in stepping and bonds are reported as notes.
 */
export async function writeOsp(
  written: SystemFile,
  checked: CheckedSystem,
  file: string,
  target: string,
  unitFiles: FmuFiles = new Map(),
): Promise<WrittenOsp> {
  const { system } = expandTerminals(written, checked.units, (_path, what) => {
    throw new UserError(`export ${file}: ${what}`);
  });
  refuseUnsupported(system, checked, file);
  const conversions = conversionsOf(checked);
  const bonds = writableBonds(system, conversions);
  const simulators = await simulatorTags(system, checked, { file, target, unitFiles });
  const { functions, tags } = connectionTags(system, conversions, bonds);
  const { algorithm } = system;
  const xml = writeXml(
    tag('OspSystemStructure', { xmlns: namespace, version: '0.1' }, [
      textTag('StartTime', system.startTime ?? 0),
      textTag('EndTime', system.stopTime),
      textTag('BaseStepSize', algorithm.step),
      textTag('Algorithm', isEcco(algorithm) ? 'ecco' : 'fixedStep'),
      tag('Simulators', {}, simulators),
      listTag('Functions', functions),
      listTag('Connections', tags),
      isEcco(algorithm)
        ? tag('EccoConfiguration', {}, [
            textTag('MaximumStepSize', algorithm.step),
            ...Object.entries(eccoOptions).map(([name, option]) =>
              textTag(name, algorithm.options?.[option]),
            ),
          ])
        : undefined,
    ]),
  );
  return { xml, notes: [...steppingNotes(system), ...bondNotes(system, bonds)] };
}

/** Paths of the system and of the written structure, and the FMUs that are already in memory. */
interface Files {
  readonly file: string;
  readonly target: string;
  readonly unitFiles: FmuFiles;
}

/** Returns an element for each unit, with the path of its FMU and its start values. */
async function simulatorTags(
  { units }: ExpandedSystem,
  checked: CheckedSystem,
  { file, target, unitFiles }: Files,
): Promise<Tag[]> {
  const simulators: Tag[] = [];
  for (const [name, unit] of Object.entries(units)) {
    const path = resolve(dirname(file), unit.fmu);
    const { description } = await readFmuFile(path, unitFiles);
    const known = variablesByName(description);
    const numbers = numbersOf(checked, name);
    const values = Object.entries({ ...unit.parameters, ...unit.start }).map(([variable, value]) =>
      tag('InitialValue', { variable }, [
        tag(elementOf(known.get(variable)?.type), {
          value: textOf(numbers.get(known.get(variable)?.name ?? variable) ?? value),
        }),
      ]),
    );
    const source = relative(dirname(resolve(target)), path).replaceAll('\\', '/');
    simulators.push(tag('Simulator', { name, source }, [listTag('InitialValues', values)]));
  }
  return simulators;
}

/** Returns elements for the connections, and for the functions that convert their values. */
function connectionTags(
  { units, connections = [] }: ExpandedSystem,
  conversions: ReadonlyMap<string, Conversion>,
  bonds: readonly BondFile[],
): { functions: Tag[]; tags: Tag[] } {
  const functions: Tag[] = [];
  const tags = connections.flatMap((connection): Tag[] => {
    const { from, to } = connection;
    const { factor, offset } = conversions.get(to) ?? same;
    const [a, b] = [from, to].map((port) => endpoint(port, units));
    if (factor === 1 && offset === 0) {
      const bond = bondOf(connection, bonds);
      return [
        tag('VariableConnection', { powerBond: bond }, [
          tag('Variable', { ...a, causality: bond && 'output' }),
          tag('Variable', { ...b, causality: bond && 'input' }),
        ]),
      ];
    }
    const name = `transformation${functions.length + 1}`;
    functions.push(tag('LinearTransformation', { name, factor, offset }));
    const signal = (end: Record<string, string>, of: string): Tag =>
      tag('SignalConnection', {}, [tag('Variable', end), tag('Signal', { function: name, name: of })]);
    return [signal(a, 'in'), signal(b, 'out')];
  });
  return { functions, tags };
}

/** Returns an element that contains a text. Returns undefined without a value. */
function textTag(name: string, value: string | number | undefined): Tag | undefined {
  return value === undefined ? undefined : { ...tag(name), raw: String(value) };
}

const isEcco = ({ scheme }: SystemFile['algorithm']): boolean => scheme === 'ecco';

const same: Conversion = { factor: 1, offset: 0 };

/**
 * Returns the conversion factor · output + offset of each connected input, including units of
 * measure.
 */
function conversionsOf({ connections, units }: CheckedSystem): Map<string, Conversion> {
  return new Map(
    connections.flatMap(({ to, conversion }) =>
      conversion === undefined ? [] : [[`${units[to.unit].name}.${to.variable.name}`, conversion]],
    ),
  );
}

/** Returns the numbers and enumerations of a unit, in the units of measure of their variables. */
function numbersOf({ units }: CheckedSystem, unit: string): Map<string, number | bigint> {
  const values = units.find(({ name }) => name === unit)?.values ?? [];
  return new Map(
    values.flatMap(({ variable: { name, type }, value: [first] }) =>
      first === undefined || typeof first === 'object' || type === 'Boolean' ? [] : [[name, first]],
    ),
  );
}

/** Returns notes on properties of the stepping that the structure cannot express. */
function steppingNotes({ algorithm, connections = [] }: ExpandedSystem): string[] {
  const { scheme, order = 0, extrapolation, groups = [] } = algorithm;
  const extrapolates = [{ order, extrapolation }, ...connections].some(
    (c) => (c.order ?? 0) > 0 || c.extrapolation !== undefined,
  );
  const unsaid = [
    ...(scheme === 'jacobi' || isEcco(algorithm) ? [] : [`scheme ${scheme}`]),
    ...(groups.length > 0 ? ['groups of units'] : []),
    ...(extrapolates ? ['extrapolation'] : []),
  ];
  if (unsaid.length === 0) return [];
  const written = isEcco(algorithm) ? 'ecco' : 'fixedStep';
  return [
    `OSP does not support ${unsaid.join(' or ')}: "Algorithm" is ${written} with held inputs, which gives different results`,
  ];
}

function bondNotes({ bonds = [] }: ExpandedSystem, written: readonly BondFile[]): string[] {
  const others = bonds.filter((bond) => !written.includes(bond)).map(({ name }) => name);
  if (others.length === 0) return [];
  const are = others.length === 1 ? 'is' : 'are';
  return [
    `a powerBond of OSP has one effort and one flow without a weight, so ${someNames(others)} ${are} left out`,
  ];
}

function refuseUnsupported(
  { units, interfaceModels = [], inputs, lines = [], joints = [] }: ExpandedSystem,
  { connections, units: checked }: CheckedSystem,
  file: string,
): void {
  const refuse = (what: string): never => {
    throw new UserError(
      `export ${file}: a system structure of OSP does not support ${what}. Export it as .ssp.`,
    );
  };
  if (interfaceModels.length > 0) refuse('interface models');
  if (lines.length > 0) refuse('transmission lines');
  if (joints.length > 0) refuse('joints');
  if (inputs !== undefined) refuse('inputs from a file');
  if (connections.some((c) => [c.map, c.fromElement, c.toElement].some((part) => part !== undefined)))
    refuse('maps and elements of arrays');
  for (const [name, { parameters, start }] of Object.entries(units))
    if (Object.values({ ...parameters, ...start }).some(Array.isArray)) refuse(`values of arrays (${name})`);
  for (const { name, values } of checked)
    for (const { variable } of values)
      if (ospType(variable.type) === undefined)
        refuse(`values of the type ${variable.type} (${name}.${variable.name})`);
}

function endpoint(port: string, units: SystemFile['units']): { simulator: string; name: string } {
  const [simulator, name] = splitUnitName(port, new Map(Object.entries(units)));
  return { simulator, name };
}

type BondFile = NonNullable<SystemFile['bonds']>[number];

/** Reports whether a connection belongs to a bond. */
const isOf = ({ terms: [{ effort, flow }] }: BondFile, { from }: ConnectionFile): boolean =>
  effort === from || flow === from;

/** Returns the bonds that OSP supports: one effort and one flow, passed unchanged. */
function writableBonds(
  { bonds = [], connections = [] }: ExpandedSystem,
  conversions: ReadonlyMap<string, Conversion>,
): BondFile[] {
  return bonds.filter(
    (bond) =>
      bond.terms.length === 1 &&
      (bond.terms[0].weight ?? 1) === 1 &&
      connections.every((c) => !isOf(bond, c) || !conversions.has(c.to)),
  );
}

/** Returns the bond of a connection. */
const bondOf = (connection: ConnectionFile, bonds: readonly BondFile[]): string | undefined =>
  bonds.find((bond) => isOf(bond, connection))?.name;

const elementOf = (type = 'Float64'): string => ospType(type) ?? 'Real';

/** Returns a value as attribute text, with the sign of −0. */
const textOf = (value: ParameterValue): string => (Object.is(value, -0) ? '-0' : String(value));
