import type { ModelDescription } from '../../description/description.ts';
import type { Calls } from '../fmi-api.ts';
import type { Instance } from '../instance.ts';
import { CoSimulation } from './co-simulation.ts';
import type { DriveOptions } from './fmi-driver.ts';
import { ModelExchange } from './model-exchange.ts';
import { ScheduledExecution } from './scheduled-execution.ts';

export { Finished, reasonOf } from './call-failure.ts';
export type { DriveOptions } from './fmi-driver.ts';

const drivers = {
  coSimulation: CoSimulation,
  modelExchange: ModelExchange,
  scheduledExecution: ScheduledExecution,
};

/** Instantiates a third-party FMU with the driver for its interface type. */
export function drive(
  calls: Calls,
  description: ModelDescription,
  name: string,
  options: DriveOptions = {},
): Instance {
  return new drivers[calls.kind](calls, description, name, options);
}
