import type { ObserverKind } from './observer.ts';
import type { Destination, Sink, Write } from './sink.ts';

/** Records every column of the run, those of the observers before it included. `due`: what is held back is to go out. */
export function recorder(
  sink: Sink,
  { write, whole, hold, counted }: Destination,
  due: () => boolean = () => false,
): ObserverKind {
  return {
    name: 'recorder',
    observe: ({ columns }) => {
      let rows = 0;
      // Bytes were handed over since the last whole row; the last ones were not taken.
      let torn = false;
      let refused = false;
      const handOver: Write = (bytes, wholeOf) => {
        torn = true;
        refused = true;
        write(bytes, wholeOf);
        refused = false;
      };
      const open = sink.open(columns, handOver, hold);
      if (open.count !== undefined) counted?.(open.count);
      const row = (t: number): void => {
        open.row(t);
        const now = due();
        if (now) open.flush?.();
        whole(now);
        torn = false;
        rows++;
      };
      return {
        row,
        event: row,
        // Without a row there is nothing to keep, not even a header; behind half a row, nothing more to hand over.
        end: () => {
          if (rows === 0 || torn || refused) return;
          open.close();
          whole();
        },
      };
    },
  };
}
