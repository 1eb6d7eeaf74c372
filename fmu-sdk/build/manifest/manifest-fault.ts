/** What is wrong in a part of `unit.json`, and where below that part. */
export interface Fault {
  path: (string | number)[];
  what: string;
}
