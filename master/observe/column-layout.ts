import type { Column } from './observer.ts';

/** Values in one memory: `view[places[i]]` is the value of column `placed[i]`. */
export interface GroupedColumns {
  readonly view: Float64Array;
  readonly places: Int32Array;
  readonly placed: Int32Array;
  /** True if the columns follow one another. */
  readonly contiguous: boolean;
}

/**
 * Locations of column values, memory by memory. The other columns must be read by their functions.
 */
export interface ColumnLocations {
  readonly groups: readonly GroupedColumns[];
  readonly others: Int32Array;
}

export function placesOf(columns: readonly Column[]): ColumnLocations {
  const others = columns.flatMap(({ place }, k) => (place === undefined ? [k] : []));
  const groups = groupedByView(
    columns.flatMap(({ place }, k) => (place === undefined ? [] : [{ ...place, k }])),
  );
  return { groups, others: Int32Array.from(others) };
}

interface Element {
  readonly view: Float64Array;
  readonly at: number;
  readonly k: number;
}

/** Groups elements by view. A loop over one array takes half the time of a loop over several. */
export function groupedByView(elements: readonly Element[]): GroupedColumns[] {
  const views = new Map<Float64Array, Element[]>();
  for (const element of elements) {
    const viewElements = views.get(element.view);
    if (viewElements === undefined) views.set(element.view, [element]);
    else viewElements.push(element);
  }
  return [...views].map(([view, viewElements]) => ({
    view,
    places: Int32Array.from(viewElements, ({ at }) => at),
    placed: Int32Array.from(viewElements, ({ k }) => k),
    contiguous: viewElements.every(({ k }, i) => k === viewElements[0].k + i),
  }));
}

/** Copies values to the positions of their columns: column k to `first + k stride`. */
export function gather(
  groups: readonly GroupedColumns[],
  row: Float64Array,
  first: number,
  stride = 1,
): void {
  for (let g = 0; g < groups.length; g++) {
    const { view, places, placed, contiguous } = groups[g];
    if (contiguous && stride === 1) {
      const begin = first + placed[0];
      const last = places.length - 1;
      let i = 0;
      for (; i < last; i += 2) {
        const a = view[places[i]];
        const b = view[places[i + 1]];
        row[begin + i] = a;
        row[begin + i + 1] = b;
      }
      if (i === last) row[begin + i] = view[places[i]];
    } else for (let i = 0; i < places.length; i++) row[first + placed[i] * stride] = view[places[i]];
  }
}
