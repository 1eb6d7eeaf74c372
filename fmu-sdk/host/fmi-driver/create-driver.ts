import {
  continuousStateCount,
  hasContinuousInputs,
  type ModelDescription,
} from '../../description/description.ts';
import { chooseImplicit } from '../../solver/methods/auto-switching.ts';
import type { Method } from '../../solver/ode-integrator.ts';
import { integrators } from '../../solver/solver-registry.ts';
import { withNoun } from '../../util/printable.ts';
import { UserError } from '../../util/user-error.ts';
import type { CallRecording, HostOptions, RunMode } from '../choice/host.ts';
import type { FmiApi } from '../instance/fmi-api.ts';
import type { Instance } from '../instance/instance.ts';
import { tracedCalls } from '../instance/traced-calls.ts';
import { reasonOf } from './call-failure.ts';
import { CoSimulation } from './co-simulation.ts';
import type { DriverOptions } from './fmi-driver.ts';
import { ModelExchange } from './model-exchange.ts';
import { ScheduledExecution } from './scheduled-execution.ts';

const drivers = {
  coSimulation: CoSimulation,
  modelExchange: ModelExchange,
  scheduledExecution: ScheduledExecution,
};

/** Instantiates a third-party FMU with the driver for its interface type. */
export function createDriver(
  calls: FmiApi,
  description: ModelDescription,
  name: string,
  options: DriverOptions = {},
): Instance {
  return new drivers[calls.kind](calls, description, name, options);
}

/**
 * Creates an instance from an FMU's calls, recorded and traced on request. Closes the calls if
 * creation fails.
 */
export function createDrivenInstance(
  calls: FmiApi,
  { kind, solver, tolerance, asSealed, events }: RunMode,
  opening: HostOptions,
): Instance {
  const { name, description, stopTime, called, integrators, trace, record, given } = opening;
  try {
    const words = kind === 'modelExchange' ? integrationText(description, solver, integrators) : undefined;
    if (words !== undefined) opening.integrated?.(words);
    called();
    const noted = (words: string): void => opening.integrated?.(words);
    const recordedCalls = (record as CallRecording | undefined)?.recorded(calls, name) ?? calls;
    const instanceCalls =
      trace === undefined ? recordedCalls : tracedCalls(recordedCalls, description, name, trace);
    const options = { stopTime, solver, tolerance, integrators, noted, asSealed, events, given };
    return createDriver(instanceCalls, description, name, options);
  } catch (error) {
    calls.close();
    throw error instanceof UserError ? error : new UserError(`instantiate ${name}: ${reasonOf(error)}.`);
  }
}

/**
 * Describes the integration of a model-exchange FMU. Returns undefined without continuous states.
 */
function integrationText(
  description: ModelDescription,
  solver: string | undefined,
  customIntegrators: readonly Method[] | undefined,
): string | undefined {
  const n = continuousStateCount(description);
  if (n === 0) return undefined;
  const name = solver ?? integrators.with(customIntegrators).all[0].name;
  const states = withNoun(n, 'continuous state');
  const rule =
    name === 'auto'
      ? `dopri5, and ${chooseImplicit({ n, driven: hasContinuousInputs(description) })} from where they prove stiff`
      : '';
  return `${states}, integrated by ${name}${rule === '' ? '' : ` (${rule})`}`;
}
