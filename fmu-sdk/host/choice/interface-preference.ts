import type { InterfaceKind } from '../instance/fmi-api.ts';

/** FMI interfaces by their field in a description, in order of preference. */
export const kinds: Record<InterfaceKind, string> = {
  coSimulation: 'co-simulation',
  modelExchange: 'model exchange',
  scheduledExecution: 'scheduled execution',
};
