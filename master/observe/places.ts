import type { Column } from './observer.ts';

/** Where the values of columns are read: `views[i][places[i]]` is that of column `placed[i]`; the others only read themselves. */
export interface Places {
  readonly views: readonly Float64Array[];
  readonly places: Int32Array;
  readonly placed: Int32Array;
  readonly others: Int32Array;
}

export function placesOf(columns: readonly Column[]): Places {
  const numbered = columns.map(({ place }, k) => ({ place, k }));
  const inMemory = numbered.flatMap(({ place, k }) => (place === undefined ? [] : [{ ...place, k }]));
  return {
    views: inMemory.map(({ view }) => view),
    places: Int32Array.from(inMemory, ({ at }) => at),
    placed: Int32Array.from(inMemory, ({ k }) => k),
    others: Int32Array.from(
      numbered.filter(({ place }) => place === undefined),
      ({ k }) => k,
    ),
  };
}
