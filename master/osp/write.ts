import { dirname, relative, resolve } from 'node:path';
import { readUnitFile, type UnitFiles } from '../../fmu-sdk/archive/unit-file.ts';
import { variablesByName } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/error.ts';
import { listTag, type Tag, tag, writeXml } from '../../fmu-sdk/xml/write.ts';
import { divideUnit } from '../system/ports.ts';
import type { ConnectionFile, ParameterValue, SystemFile } from '../system/system.ts';

const namespace = 'http://opensimulationplatform.com/MSMI/OSPSystemStructure';

/**
 * A system as `OspSystemStructure.xml` that is to stand at `target`; its paths lead from there to the units of `file`. What OSP has no
 * place for (arrays, extrapolation, interface models, inputs from files) is refused where results would be others.
 */
export async function writeOsp(
  system: SystemFile,
  file: string,
  target: string,
  unitFiles: UnitFiles = new Map(),
): Promise<string> {
  const { units, connections = [], bonds = [], algorithm } = system;
  refuseUnsaid(system, file);
  const simulators: Tag[] = [];
  for (const [name, unit] of Object.entries(units)) {
    const path = resolve(dirname(file), unit.fmu);
    const { description } = await readUnitFile(path, unitFiles);
    const known = variablesByName(description);
    const values = Object.entries({ ...unit.parameters, ...unit.start }).map(([variable, value]) =>
      tag('InitialValue', { variable }, [
        tag(elementOf(known.get(variable)?.type), { value: textOf(value, file, variable) }),
      ]),
    );
    const source = relative(dirname(resolve(target)), path).replaceAll('\\', '/');
    simulators.push(tag('Simulator', { name, source }, [listTag('InitialValues', values)]));
  }
  const functions: Tag[] = [];
  const tags = connections.flatMap((connection): Tag[] => {
    const { from, to, factor = 1, offset = 0 } = connection;
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
  const text = (name: string, value: string | number | undefined): Tag | undefined =>
    value === undefined ? undefined : { ...tag(name), raw: String(value) };
  return writeXml(
    tag('OspSystemStructure', { xmlns: namespace, version: '0.1' }, [
      text('StartTime', system.startTime ?? 0),
      text('EndTime', system.stopTime),
      text('BaseStepSize', algorithm.step),
      text('Algorithm', 'fixedStep'),
      tag('Simulators', {}, simulators),
      listTag('Functions', functions),
      listTag('Connections', tags),
    ]),
  );
}

function refuseUnsaid(
  { units, connections = [], interfaceModels = [], inputs }: SystemFile,
  file: string,
): void {
  const refuse = (what: string): never => {
    throw new UserError(`export ${file}: a system structure of OSP has no ${what}. Export it as .ssp.`);
  };
  if (interfaceModels.length > 0) refuse('interface models');
  if (inputs !== undefined) refuse('inputs from a file');
  if (connections.some(({ map, fromIndex, toIndex }) => map ?? fromIndex ?? toIndex))
    refuse('maps and elements of arrays');
  for (const [name, { parameters, start }] of Object.entries(units))
    if (Object.values({ ...parameters, ...start }).some(Array.isArray)) refuse(`values of arrays (${name})`);
}

function endpoint(port: string, units: SystemFile['units']): { simulator: string; name: string } {
  const [simulator, name] = divideUnit(port, new Map(Object.entries(units)));
  return { simulator, name };
}

/** The bond of two connections that a connection is of: OSP knows no others. */
function bondOf({ from }: ConnectionFile, bonds: NonNullable<SystemFile['bonds']>): string | undefined {
  return bonds.find(({ terms }) => terms.length === 1 && (terms[0].effort === from || terms[0].flow === from))
    ?.name;
}

function elementOf(type = 'Float64'): string {
  if (type === 'Boolean') return 'Boolean';
  if (type === 'String') return 'String';
  return /^(U?Int|Enumeration)/.test(type) ? 'Integer' : 'Real';
}

function textOf(value: ParameterValue, file: string, variable: string): string {
  if (Array.isArray(value))
    throw new UserError(`export ${file}: ${variable} is an array, which OSP does not have.`);
  return String(value);
}
