/** Arguments of `fmu advise`, as yargs parses them. */
export interface AdviseArguments {
  file: string;
  error: number;
  seconds: number;
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
