import type { InterfaceKind } from './fmi-api.ts';

/** The interfaces of FMI by their fields in a description, in the order in which they are preferred. */
export const kinds: Record<InterfaceKind, string> = {
  coSimulation: 'co-simulation',
  modelExchange: 'model exchange',
  scheduledExecution: 'scheduled execution',
};
