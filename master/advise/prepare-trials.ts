import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { jacobi } from '../coupling/schemes/jacobi.ts';
import { type InterfaceValue, interfaceValues, lastOutputs, passesOn } from './interface-values.ts';
import { type Grid, gridOf } from './time-grid.ts';
import type { Laboratory } from './trial-runner.ts';

/** What all trials of a system have in common. */
export interface Prepared {
  grid: Grid;
  values: InterfaceValue[];
}

/** Opens the system once, for what its units say of themselves: internal steps, and elements that are exchanged, or are the last of a chain. */
export async function prepare(
  lab: Laboratory,
  operation: string,
  steps: number,
  until?: number,
): Promise<Prepared> {
  const { system } = lab;
  if (until !== undefined && !(until > system.startTime))
    throw new UserError(
      `${operation} ${system.name}: schemes cannot be tried up to t = ${until} s ("until"), since the run begins at ${system.startTime} s. Give a later time, or none to try the whole run.`,
    );
  const plain = { ...system, scheme: jacobi.name, options: {}, sequence: undefined };
  const { run, close } = await lab.open(
    { ...plain, record: { columns: [], every: 1, prefix: true } },
    () => {},
  );
  try {
    run.start();
    const exchanged = interfaceValues(system, run.instances);
    if (exchanged.length === 0) throw new UserError(`${operation} ${system.name}: ${withoutValues(lab)}`);
    const last = lastOutputs(system, run.instances);
    if (last.length === 0 && !passesOn(system))
      throw new UserError(
        `${operation} ${system.name}: nothing that can be measured depends on the coupling: no unit that is driven has a real output, so that the results of every scheme are the same. Any will do: jacobi is the cheapest.`,
      );
    const values = [...exchanged, ...last];
    const internal = run.instances.map((instance) => instance.internalStep());
    return { grid: gridOf(system, internal, steps, until), values };
  } finally {
    close();
  }
}

/** Why nothing can be found for units that exchange no real value, and what to choose. */
function withoutValues({ system: { units, connections }, schemes }: Laboratory): string {
  if (connections.length === 0)
    return 'its units exchange no value, so that every scheme has the same result. Any will do: jacobi is the cheapest.';
  const [{ from }] = connections;
  const able = schemes.filter(({ traits }) => traits.events === true).map(({ name }) => name);
  return (
    `its units exchange no real value, by which errors are measured, but ${units[from.unit].name}.${from.variable.name} (${from.variable.type}) and the like. ` +
    `Choose ${[...able, 'jacobi'].join(' or ')}: jacobi hands such values on at communication points${able.length > 0 ? `, ${able.join(' and ')} when they change` : ''}.`
  );
}
