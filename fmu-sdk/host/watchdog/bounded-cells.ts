/** Cells shared by a bounded thread and its watcher. The numbers of the place follow. */
export const cell = { task: 0, called: 1, asked: 2, calls: 3, place: 4 } as const;
/** Number of integers that describe a place. */
export const placeLength = 4;

/** Messages of a bounded thread: progress, and finally the result of its task. */
export type Answer =
  | { kind: 'told'; word: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; message: string; user: boolean };
