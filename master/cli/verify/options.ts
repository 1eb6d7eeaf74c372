/** What `fmu verify` is asked. */
export interface VerifyArguments {
  file: string;
  key?: string;
  keyRing?: string;
  signature?: string;
  unsigned: boolean;
  run: boolean;
  allow?: string;
}
