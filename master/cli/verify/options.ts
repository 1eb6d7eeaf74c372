/** Arguments of `fmu verify`, as yargs parses them. */
export interface VerifyArguments {
  file: string;
  key?: string;
  keyRing?: string;
  signature?: string;
  unsigned: boolean;
  run: boolean;
  allow?: string;
  system?: string;
}
