/** What `fmu compare-schemes` is asked, as yargs reads it. */
export interface CompareArguments {
  file: string;
  levels: number;
  largest?: number;
  until?: number;
  step?: number;
  stopTime?: number;
  only?: string[];
  output?: string;
  csv?: string;
  json?: string;
  use?: string[];
  trust: boolean;
  allow?: string;
}
