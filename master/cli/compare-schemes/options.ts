/** Arguments of `fmu compare-schemes`, as yargs parses them. */
export interface CompareArguments {
  file: string;
  levels: number;
  largest?: number;
  until?: number;
  step?: number;
  stopTime?: number;
  only?: string[];
  output?: string;
  report?: string;
  csv?: string;
  json?: string;
  use?: string[];
  trust: boolean;
  allow?: string;
}
