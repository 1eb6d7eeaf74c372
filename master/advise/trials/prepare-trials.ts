import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { jacobi } from '../../coupling/schemes/jacobi.ts';
import { bindingStep } from '../../system/structure/internal-steps.ts';
import {
  hasDrivenExchange,
  type InterfaceValue,
  interfaceValues,
  lastOutputs,
} from '../accuracy/interface-values.ts';
import { type Grid, gridOf } from '../time-grid.ts';
import type { TrialRunner } from './trial-runner.ts';

/** Data that all trials of a system share. */
export interface TrialData {
  grid: Grid;
  values: InterfaceValue[];
}

/** Opens the system once to read the internal steps of its FMUs, and its interface values. */
export async function prepareTrials(
  lab: TrialRunner,
  operation: string,
  steps: number,
  until?: number,
): Promise<TrialData> {
  const { system } = lab;
  if (until !== undefined && !(until > system.startTime))
    throw new UserError(
      `${operation} ${system.name}: "until" must be after the start at ${system.startTime} s, got ${until} s. Give a later time, or leave it out to try the whole run.`,
    );
  const jacobiSystem = { ...system, scheme: jacobi.name, options: {}, sequence: undefined };
  const { run, close } = await lab.open(
    { ...jacobiSystem, record: { columns: [], every: 1, prefix: true } },
    () => {},
  );
  try {
    run.start();
    const exchanged = interfaceValues(system, run.instances);
    if (exchanged.length === 0) throw new UserError(`${operation} ${system.name}: ${withoutValues(lab)}`);
    const last = lastOutputs(system, run.instances);
    if (last.length === 0 && !hasDrivenExchange(system))
      throw new UserError(
        `${operation} ${system.name}: the coupling scheme does not affect the results, because no driven FMU has a real output. Choose jacobi, which is the cheapest.`,
      );
    const values = [...exchanged, ...last];
    const internal = run.instances.map((_, k) => bindingStep(system, run.instances, k));
    return { grid: gridOf(system, internal, steps, until), values };
  } finally {
    close();
  }
}

/** Explains why no scheme can be found without exchanged real values, and what to choose. */
function withoutValues({ system: { units, connections }, schemes }: TrialRunner): string {
  if (connections.length === 0)
    return 'its FMUs exchange no values, so all schemes give equal results. Choose jacobi, which is the cheapest.';
  const [{ from }] = connections;
  const able = schemes.filter(({ traits }) => traits.events === true).map(({ name }) => name);
  return (
    `its FMUs exchange no real value to measure errors by, only values such as ${units[from.unit].name}.${from.variable.name} (${from.variable.type}). ` +
    `Choose ${[...able, 'jacobi'].join(' or ')}: jacobi passes such values at communication points${able.length > 0 ? `, ${able.join(' and ')} when they change` : ''}.`
  );
}
