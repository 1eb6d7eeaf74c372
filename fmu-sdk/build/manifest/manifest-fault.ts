/** A problem in a part of `unit.json`, with its path below that part. */
export interface Fault {
  path: (string | number)[];
  what: string;
}
