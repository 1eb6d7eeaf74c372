/** Arguments of `fmu view`, as yargs parses them. */
export interface ViewArguments {
  file: string;
  port: number;
}
