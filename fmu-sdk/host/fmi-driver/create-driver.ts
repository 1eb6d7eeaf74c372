import type { ModelDescription } from '../../description/description.ts';
import type { FmiApi } from '../instance/fmi-api.ts';
import type { Instance } from '../instance/instance.ts';
import { CoSimulation } from './co-simulation.ts';
import type { DriverOptions } from './fmi-driver.ts';
import { ModelExchange } from './model-exchange.ts';
import { ScheduledExecution } from './scheduled-execution.ts';

export { Finished, reasonOf } from './call-failure.ts';
export type { DriverOptions } from './fmi-driver.ts';

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
