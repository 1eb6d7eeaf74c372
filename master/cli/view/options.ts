/** What `fmu view` is asked for, as yargs reads it. */
export interface ViewArguments {
  file: string;
  port: number;
}
