/** A line of the table that a bench prints. */
export interface Measured {
  readonly what: string;
  /** The first number of what was measured. */
  readonly value: number;
  /** More of it is better: its target is a least one. */
  readonly more: boolean;
}

/** Reads the lines of a bench's output. Lines of peers and lines without a number are skipped. */
export function readLines(printed: string): Measured[] {
  return printed.split('\n').flatMap((line) => {
    const [what, measured = '', target = ''] = line.split(/ {2,}/);
    const value = /^-?\d+(?:\.\d+)?/.exec(measured);
    if (value === null || !/^\([a-z]\) /.test(what)) return [];
    return [{ what, value: Number(value[0]), more: target.startsWith('≥') }];
  });
}
