import { indexText } from '../../fmu-sdk/description/tables/element-index.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { Permission } from '../../fmu-sdk/host/choice/sandbox-permissions.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { openInstances } from '../run/instances/open-instances.ts';
import type { Session } from '../run/loop/session.ts';
import { singleSystem } from '../system/single/single-fmu.ts';
import type { CheckedSystem } from '../system/system.ts';
import { packVariables, portOf } from './pack-interface.ts';
import { sessionOf } from './verify-pack.ts';

/** Result of the run of a system and its pack. */
export interface PackComparison {
  /** Number of compared elements and communication steps. */
  elements: number;
  steps: number;
  /** First difference. Missing if all values have equal bits. */
  difference?: { name: string; time: number; system: number | bigint; pack: number | bigint };
}

/** An element in the run of the system and in the run of the pack. */
interface Pair {
  name: string;
  flat: () => number | bigint;
  packed: () => number | bigint;
}

/**
 * Runs a system and its pack to the stop time of the system, and compares all variables of the
 * interface bit by bit after each step. Inputs of the pack keep their start values.
 */
export async function comparePack(
  file: string,
  system: CheckedSystem,
  allow: readonly Permission[] = [],
): Promise<PackComparison> {
  const { step, startTime, stopTime } = system;
  const single = await singleSystem(file, { step, startTime, stopTime, allow });
  const opened: Instance[] = [];
  try {
    const sessions: Session[] = [];
    for (const one of [system, single]) {
      const instances = await openInstances(one, { cells: new Int32Array(3) }, hosts);
      opened.push(...instances);
      sessions.push(sessionOf(one, { instances }));
    }
    const [flat, packed] = sessions;
    return compare(flat, packed, pairsOf(system, flat, packed));
  } finally {
    for (const instance of opened) instance.close();
  }
}

function compare(flat: Session, packed: Session, pairs: readonly Pair[]): PackComparison {
  for (const session of [flat, packed]) session.start();
  for (let n = 0; ; n++) {
    const different = pairs.find((pair) => !Object.is(pair.flat(), pair.packed()));
    if (different !== undefined) {
      const { name } = different;
      const values = { system: different.flat(), pack: different.packed() };
      return { elements: pairs.length, steps: n, difference: { name, time: flat.displayTime(), ...values } };
    }
    if (flat.done) return { elements: pairs.length, steps: n };
    for (const session of [flat, packed]) session.advance(1);
  }
}

function pairsOf(system: CheckedSystem, flat: Session, packed: Session): Pair[] {
  const [unit] = packed.system.units;
  const names = new Set(unit.description.variables.map(({ name }) => name));
  return packVariables(system).flatMap((exposed): Pair[] => {
    const port = portOf(exposed);
    if (port === undefined) {
      const { name, bond, quantity = 0 } = exposed;
      // The system does not compute sums of energies.
      if (bond === undefined) return [];
      const { values } = flat.residuals.bonds[bond];
      return [{ name, flat: () => values[quantity], packed: packed.reader(`${unit.name}.${name}`) }];
    }
    const { length } = flat.instances[port.unit].view(port.variable);
    const inner = `${system.units[port.unit].name}.${port.variable.name}`;
    return Array.from({ length }, (_, i) => {
      const scalar = exposed.name + indexText(port.variable, i);
      // FMI 2.0 has a variable for each element.
      const isWhole = names.has(exposed.name);
      if (!isWhole && !names.has(scalar))
        throw new UserError(
          `verify ${unit.name}: expected the variable ${exposed.name} of the system's interface, which the FMU lacks. Name the system that it was packed from.`,
        );
      const name = `${unit.name}.${isWhole ? exposed.name : scalar}`;
      return { name: scalar, flat: flat.reader(inner, i), packed: packed.reader(name, isWhole ? i : 0) };
    });
  });
}
