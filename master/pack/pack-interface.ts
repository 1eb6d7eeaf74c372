import { acceptsPolynomial, type Variable } from '../../fmu-sdk/description/description.ts';
import type { ManifestVariable } from '../../fmu-sdk/build/manifest/manifest.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem, Port } from '../system/system.ts';

/** Variable of a pack, and the variable of an inner unit that it is. */
export interface ExposedVariable extends Port {
  name: string;
  description?: string | undefined;
  causality: ManifestVariable['causality'];
}

/**
 * Returns the variables of a pack. Without a section `interface` these are the unconnected inputs,
 * the parameters that the system sets, and the recorded outputs.
 */
export function exposedVariables(system: CheckedSystem): ExposedVariable[] {
  const exposed = defaultVariables(system);
  const names = new Set<string>();
  for (const { name } of exposed) {
    if (names.has(name) || name === 'time')
      throw new UserError(
        `pack ${system.name}: expected different names of variables, got ${name} twice. Give one of them another name in "interface".`,
      );
    names.add(name);
  }
  return exposed;
}

function defaultVariables({ units, connections, record }: CheckedSystem): ExposedVariable[] {
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
    causality: port.variable.causality as ManifestVariable['causality'],
  }));
}

function keyOf({ unit, variable }: Port): string {
  return `${unit} ${variable.valueReference}`;
}

/** Returns whether an input of the pack follows a polynomial. */
export function followsPolynomial({ causality, variable }: ExposedVariable): boolean {
  return acceptsPolynomial({ ...variable, causality } as Variable);
}
