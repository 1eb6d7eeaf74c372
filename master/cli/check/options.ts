import type { FailOn } from '../../../fmu-sdk/check/severity.ts';
import type { Edition } from '../../../fmu-sdk/check/standard/editions.ts';

/** Report formats of `fmu check`. */
export const formats = ['terminal', 'json', 'junit', 'sarif', 'markdown'] as const;
export type Format = (typeof formats)[number];

/** Arguments of `fmu check`, as yargs parses them. */
export interface CheckOptions {
  files: string[];
  /** Git revision for the check of changed FMUs only. */
  since?: string;
  format: Format;
  output?: string;
  /** Further reports: `sarif=check.sarif`. */
  write?: string[];
  report?: string;
  /** Folder for a page of each FMU. */
  reportDir?: string;
  list: boolean;
  static: boolean;
  explain?: string;
  verbose?: boolean;
  edition?: Edition;
  only?: string[];
  skip?: string[];
  /** Severities that fail the check besides violations. */
  failOn?: FailOn[];
  /** CPU time limit for one FMU [s]. */
  timeout?: number;
  /** Time of the check of one FMU, `60s` or `5m`. */
  time?: number;
  /** Waiver file. */
  waivers?: string;
  /** File to write with a waiver for each finding. */
  writeWaivers?: string;
  /** Earlier report to compare with. */
  against?: string;
  /** Another FMU of the same model to compare with. */
  sameAs?: string;
  /** Expected results, their inputs, and the relative tolerance. */
  reference?: string;
  map?: string[];
  input?: string;
  relative?: number;
  /** Former names of `input` and `relative`. */
  inputs?: string;
  tolerance?: number;
  requireSignature?: string[];
  keyRing?: string;
  allow?: string;
  /** Folder of FMUs for a scoreboard, and the files of the scoreboard. */
  corpus?: string;
  json?: string;
  csv?: string;
  jobs?: number;
  /** Marks a child process that checks one FMU of a corpus. */
  corpusChild?: boolean;
}
