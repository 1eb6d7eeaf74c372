import type { OptionRow } from '../../run/options/option-row.ts';
import { type RunOptionArguments, runOptions } from '../../run/options/run-options.ts';
import { allowOption, trustOption } from '../input/permission-options.ts';
import { keyRingOption } from '../input/signature-options.ts';

/** Arguments of `fmu run`, as yargs parses them. */
export interface RunArguments extends RunOptionArguments {
  file: string;
  trust: boolean;
  allow?: string;
  isolate?: 'each';
  requireSignature?: string[];
  keyRing?: string;
}

const heading = 'Custom and trusted code:';

/** All options of `fmu run`: those of the run, and those that decide which FMUs are trusted. */
export const runRows: Readonly<Record<string, OptionRow>> = {
  ...runOptions,
  trust: { ...trustOption, heading, onResume: 'must be permitted again' },
  allow: { ...allowOption, heading, onResume: 'must be permitted again' },
  isolate: {
    heading,
    type: 'string',
    requiresArg: true,
    choices: ['each'],
    only: 'systems',
    describe: 'give every native FMU a process of its own',
    onResume: 'may change',
  },
  requireSignature: {
    heading,
    type: 'string',
    requiresArg: false,
    array: true,
    describe: 'only FMUs signed by a key of the ring (name, fingerprint)',
    onResume: 'may change',
  },
  keyRing: { ...keyRingOption, heading, onResume: 'must be permitted again' },
};

/** Interface types of an `.fmu`, by the values of `--interface`. */
export const interfaces = {
  cs: 'coSimulation',
  me: 'modelExchange',
  se: 'scheduledExecution',
} as const;
