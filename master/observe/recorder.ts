import type { ObserverKind } from './observer.ts';
import type { Sink, Write } from './sink.ts';

/** Records every column of the run, those of the observers before it included. */
export function recorder(sink: Sink, write: Write): ObserverKind {
  return {
    name: 'recorder',
    observe: ({ columns }) => {
      const open = sink.open(columns, write);
      let rows = 0;
      return {
        row: (t) => {
          open.row(t);
          rows++;
        },
        // Without a row there is nothing to keep, not even a header.
        end: () => {
          if (rows > 0) open.close();
        },
      };
    },
  };
}
