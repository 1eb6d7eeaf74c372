import type { Causality, Variable } from '../../fmu-sdk/description/description.ts';
import { acceptsPolynomial } from '../../fmu-sdk/description/description.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { type CheckedSystem, type ExposedVariable, interfaceLists, type Port } from '../system/system.ts';

/** Variable of a pack: a variable of an inner unit, a residual of a bond, or a sum of energies. */
export interface PackVariable extends ExposedVariable {
  causality: Exclude<Causality, 'independent'>;
}

const causalityOf = {
  inputs: 'input',
  parameters: 'parameter',
  outputs: 'output',
  locals: 'local',
} as const;

/**
 * Returns the variables of a pack. Lists that the section `interface` leaves out have their
 * defaults: the inputs that nothing sets, the parameters that the system sets, the recorded outputs.
 */
export function packVariables(system: CheckedSystem): PackVariable[] {
  const defaults = defaultVariables(system);
  const variables = interfaceLists.flatMap((list) => {
    const causality = causalityOf[list];
    const named = system.interface?.[list]?.map((exposed) => ({ ...exposed, causality }));
    return named ?? defaults.filter((exposed) => exposed.causality === causality);
  });
  const names = new Set<string>();
  for (const { name } of variables) {
    if (names.has(name))
      throw new UserError(
        `pack ${system.name}: expected different names of variables, got ${name} twice. Give one of them another name in "interface".`,
      );
    names.add(name);
  }
  if (variables.length === 0)
    throw new UserError(
      `pack ${system.name}: expected a variable to expose, got none. Name one in "interface", or record an output.`,
    );
  return variables;
}

function defaultVariables({ units, connections, record }: CheckedSystem): PackVariable[] {
  const connected = new Set(connections.map(({ to }) => keyOf(to)));
  const ports = units.flatMap(({ description }, unit) =>
    description.variables.map((variable): Port => ({ unit, variable })),
  );
  const set = new Set(
    units.flatMap(({ values }, unit) => values.map(({ variable }) => keyOf({ unit, variable }))),
  );
  const recorded = new Set(record.columns.map(keyOf));
  const isExposed = (port: Port): boolean => {
    const { causality, type } = port.variable;
    if (/String|Binary|Clock/.test(type)) return false;
    if (causality === 'input') return !connected.has(keyOf(port));
    if (causality === 'parameter') return set.has(keyOf(port));
    return causality === 'output' && recorded.has(keyOf(port));
  };
  return ports.filter(isExposed).map((port) => ({
    ...port,
    name: `${units[port.unit].name}.${port.variable.name}`,
    causality: port.variable.causality as PackVariable['causality'],
  }));
}

function keyOf({ unit, variable }: Port): string {
  return `${unit} ${variable.valueReference}`;
}

/** Returns the variable behind a variable of a pack, unless that is a residual or a sum. */
export function portOf({ unit, variable }: PackVariable): Port | undefined {
  return unit === undefined || variable === undefined ? undefined : { unit, variable };
}

/** Returns the inputs of the pack that follow polynomials. */
export function polynomialPorts(variables: readonly PackVariable[]): Port[] {
  return variables.flatMap((exposed) => {
    const port = portOf(exposed);
    if (port === undefined) return [];
    const { causality } = exposed;
    return acceptsPolynomial({ ...port.variable, causality } as Variable) ? [port] : [];
  });
}
