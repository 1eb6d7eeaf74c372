import type { MacroInput, PackMacro } from '../../fmu-sdk/build/pack/macro-plan.ts';
import type { Instance, NumericArray } from '../../fmu-sdk/host/instance/instance.ts';
import type { CheckedSystem, Connection, InterfaceModel, Port } from '../system/system.ts';

/** Returns the addresses of the units that share interface models. */
export function packMacros(
  { interfaceModels }: CheckedSystem,
  instances: readonly Instance[],
  addressOf: (view: NumericArray, at: number) => number,
): PackMacro[] {
  const place = ({ unit, variable }: Port): number => {
    const { view, offset } = instances[unit].view(variable);
    return addressOf(view, offset);
  };
  const input = ({ from, to }: Connection): MacroInput => {
    const { view, offset } = instances[to.unit].polynomial(to.variable);
    return { value: place(to), slot: addressOf(view, offset), source: place(from) };
  };
  return interfaceModels.map(({ mass, force, ports }: InterfaceModel) => ({
    units: [...new Set(ports.map((port) => port.force.unit))],
    ports: ports.map(({ force: lambda, velocity, position }) => ({
      force: place(lambda),
      velocity: input(velocity),
      position: position === undefined ? undefined : input(position),
    })),
    mass: place(mass),
    force: place(force),
  }));
}
