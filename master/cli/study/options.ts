/** What `fmu study` is asked for. */
export interface StudyArguments {
  file: string;
  output?: string;
  workers?: number;
  queue?: string;
  json: boolean;
}
