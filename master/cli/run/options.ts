/** Arguments of `fmu run`, as yargs parses them. */
export interface RunArguments {
  file: string;
  output?: string;
  substeps?: string;
  /** Former name of `substeps`. */
  ownSteps?: string;
  report?: string;
  log?: string;
  logCalls?: string[];
  logFrom?: number;
  logTo?: number;
  recordCalls?: string;
  stepByStep?: boolean;
  events?: boolean;
  realtime?: string;
  late?: 'continue' | 'stop';
  checkpoint?: string;
  resume: boolean;
  json: boolean;
  summary: boolean;
  record?: (string | number)[];
  use?: string[];
  trust: boolean;
  allow?: string;
  interface?: string;
  solver?: string;
  tolerance?: number;
  startTime?: number;
  stopTime?: number;
  step?: number;
  order?: number;
  scheme?: string;
  outputInterval?: number;
  set?: string[];
  input?: string;
  requireSignature?: string[];
  keyRing?: string;
}

/** Interface types of an `.fmu`, by the values of `--interface`. */
export const interfaces = {
  cs: 'coSimulation',
  me: 'modelExchange',
  se: 'scheduledExecution',
} as const;
