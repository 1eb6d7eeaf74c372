/** Arguments of `fmu study`, as yargs parses them. */
export interface StudyArguments {
  file: string;
  output?: string;
  workers?: number;
  queue?: string;
  json: boolean;
  report?: string;
  repeat?: number;
}
