import type { Failure } from '../../../fmu-sdk/check/severity.ts';
import type { Edition } from '../../../fmu-sdk/check/standard/editions.ts';

/** Forms of the report of a check. */
export const formats = ['terminal', 'json', 'junit', 'sarif'] as const;
export type Format = (typeof formats)[number];

/** What `fmu check` is asked. */
export interface CheckOptions {
  files: string[];
  /** Revision of git from which units differ that are checked. */
  since?: string;
  format: Format;
  output?: string;
  report?: string;
  list: boolean;
  static: boolean;
  explain?: string;
  verbose?: boolean;
  edition?: Edition;
  only?: string[];
  skip?: string[];
  /** What fails the check besides violations. */
  failOn?: Failure[];
  /** CPU time for one unit [s]. */
  timeout?: number;
  /** File of waivers. */
  waivers?: string;
  /** Earlier report to compare with. */
  against?: string;
  /** Another unit of the same model to compare with. */
  sameAs?: string;
  /** Results that the unit has to meet, the inputs of their run, and by how much it may be off. */
  reference?: string;
  input?: string;
  relative?: number;
  /** Their former names. */
  inputs?: string;
  tolerance?: number;
  requireSignature?: string[];
  keyRing?: string;
  allow?: string;
  /** Folder of units for a scoreboard, and where it goes. */
  corpus?: string;
  json?: string;
  csv?: string;
  jobs?: number;
  /** This process judges one unit of a corpus for another. */
  corpusChild?: boolean;
}
