/** Cells that a bounded thread shares with the one that watches it; the numbers of the place follow. */
export const cell = { task: 0, called: 1, asked: 2, calls: 3, place: 4 } as const;
/** Numbers of a place. */
export const placeLength = 4;

/** What a bounded thread answers: words on the way, and in the end what became of its task. */
export type Answer =
  | { kind: 'told'; word: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; message: string; user: boolean };
