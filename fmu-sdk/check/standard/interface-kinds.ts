import type { InterfaceKind } from '../../host/instance/fmi-api.ts';

/**
 * Kinds of interface: the XML element, which is also the suffix of the instantiate function, and
 * the name for people.
 */
export const interfaceTable: Readonly<Record<InterfaceKind, { element: string; words: string }>> = {
  coSimulation: { element: 'CoSimulation', words: 'co-simulation' },
  modelExchange: { element: 'ModelExchange', words: 'model exchange' },
  scheduledExecution: { element: 'ScheduledExecution', words: 'scheduled execution' },
};

export const interfaceKinds = Object.keys(interfaceTable) as readonly InterfaceKind[];
