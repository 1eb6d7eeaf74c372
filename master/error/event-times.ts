import type { RecordedColumns } from './common-points.ts';

/** Time of an event in a run, and how far it may be wrong. */
export interface EventTime {
  /** Time [s]. */
  readonly at: number;
  /**
   * Half width of its band [s]: the largest difference of two runs, and twice the time between the
   * rows that show the event. Null if another run has no such event.
   */
  readonly error: number | null;
  /** Column of whole numbers that changes. Missing for an event that has rows of its own. */
  readonly column?: string;
}

/** Event in one run: its time, the time since the row before, and the new value. */
interface SeenEvent {
  readonly at: number;
  readonly since: number;
  readonly value: number;
}

/**
 * Row spacings that a band covers. An event lies up to one spacing before its row. Rows of the coarsest
 * run hide up to one spacing more of an error of order 1.
 */
const unseen = 2;

/** Most events of one kind. Bands of more say nothing that a reader could use. */
const mostEvents = 1000;

/**
 * Returns the times of events with their bands: those that have rows of their own, and the changes of
 * columns of whole numbers.
 *
 * @param runs runs with different steps, the one whose bands are wanted first
 * @param whole columns of whole numbers
 */
export function eventTimes(runs: readonly RecordedColumns[], whole: readonly string[]): EventTime[] {
  const rows = runs.map(({ data: [times] }) => ownRows(times));
  const changes = whole.flatMap((name) => {
    const seen = runs.map(({ names, data }) => changesOf(data[0], data[names.indexOf(name)]));
    return withBands(seen).map((event): EventTime => ({ ...event, column: name }));
  });
  return [...withBands(rows), ...changes].sort((a, b) => a.at - b.at);
}

/** Returns the events that have two rows at one time. Further rows at that time belong to them. */
function ownRows(times: Float64Array): SeenEvent[] {
  const found: SeenEvent[] = [];
  for (let k = 1; k < times.length && found.length <= mostEvents; k++)
    if (times[k] === times[k - 1] && times[k] !== found.at(-1)?.at)
      found.push({ at: times[k], since: 0, value: 0 });
  return found;
}

function changesOf(times: Float64Array, values: Float64Array): SeenEvent[] {
  const found: SeenEvent[] = [];
  for (let k = 1; k < times.length && found.length <= mostEvents; k++)
    if (values[k] !== values[k - 1])
      found.push({ at: times[k], since: times[k] - times[k - 1], value: values[k] });
  return found;
}

/** Returns the events of the first run with their bands from the others. */
function withBands([own, ...others]: readonly (readonly SeenEvent[])[]): EventTime[] {
  if (own.length > mostEvents) return [];
  return own.map(({ at, since }, k) => {
    const partners = others.map((other) => partnerOf(own, k, other));
    if (partners.length === 0 || partners.includes(undefined)) return { at, error: null };
    const times = [at, ...partners.map((partner) => partner!.at)];
    return { at, error: Math.max(...times) - Math.min(...times) + unseen * since };
  });
}

/**
 * Returns the event of another run that belongs to event k. With equal numbers of events it is the
 * k-th. Otherwise both must be the nearest to each other.
 */
function partnerOf(own: readonly SeenEvent[], k: number, other: readonly SeenEvent[]): SeenEvent | undefined {
  const partner = own.length === other.length ? other[k] : nearest(other, own[k].at);
  if (partner === undefined || partner.value !== own[k].value) return undefined;
  return own.length === other.length || nearest(own, partner.at) === own[k] ? partner : undefined;
}

/** Returns the event at the nearest time, of events at increasing times. */
function nearest(events: readonly SeenEvent[], time: number): SeenEvent | undefined {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].at < time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [events[low - 1], events[low]];
  if (before === undefined || after === undefined) return before ?? after;
  return time - before.at <= after.at - time ? before : after;
}
