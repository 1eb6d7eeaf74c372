/** Forms of the report of a check. */
export const formats = ['terminal', 'json', 'junit', 'sarif'] as const;
export type Format = (typeof formats)[number];

/** What `fmu check` is asked. */
export interface CheckOptions {
  files: string[];
  format: Format;
  output?: string;
  report?: string;
  list: boolean;
  static: boolean;
  explain?: string;
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
