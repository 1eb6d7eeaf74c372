/** What `fmu advise` is asked, as yargs reads it. */
export interface AdviseArguments {
  file: string;
  error: number;
  until?: number;
  step?: number;
  stopTime?: number;
  work: number;
  write: boolean;
  json: boolean;
  use?: string[];
  trust: boolean;
  allow?: string;
}
