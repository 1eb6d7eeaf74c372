import { type StateVisitor, visitRequired } from '../../fmu-sdk/util/state/stateful.ts';
import type { Destination, OpenSink, Sink, Write } from './formats/result-format.ts';
import type { Observer, ObserverKind } from './observer.ts';

/**
 * Records every column of the run, including columns of earlier observers. `due` is true when
 * buffered rows should be written.
 */
export function recorder(
  sink: Sink,
  destination: Destination,
  due: () => boolean = () => false,
): ObserverKind {
  return {
    name: 'recorder',
    observe: ({ columns }) =>
      new Recorder((write) => sink.open(columns, write, destination.hold), destination, due),
  };
}

/** Records rows in an open result format. */
export class Recorder implements Observer {
  private rows = 0;
  /** True if the file ends with an incomplete row, because the last bytes were not accepted. */
  private incomplete = false;
  private refused = false;
  private readonly open: OpenSink;
  private readonly due: () => boolean;
  private readonly whole: Destination['whole'];

  constructor(open: (write: Write) => OpenSink, { write, whole, counted }: Destination, due: () => boolean) {
    this.due = due;
    this.whole = whole;
    this.open = open((bytes, wholeOf) => {
      this.incomplete = true;
      this.refused = true;
      write(bytes, wholeOf);
      this.refused = false;
    });
    if (this.open.count !== undefined) counted?.(this.open.count);
  }

  row(t: number): void {
    this.open.row(t);
    const now = this.due();
    if (now) this.open.flush?.();
    this.whole(now);
    this.incomplete = false;
    this.rows++;
  }

  event(t: number): void {
    this.row(t);
  }

  /** Writes buffered rows as far as possible, so that they survive the end of the process. */
  flush(): void {
    if (this.incomplete || this.refused) return;
    this.open.flush?.();
    this.whole(true);
  }

  /**
   * Without a row, there is nothing to save, not even a header. After an incomplete row, nothing
   * more is written.
   */
  end(): void {
    if (this.rows === 0 || this.incomplete || this.refused) return;
    this.open.close();
    this.whole();
  }

  visitState(state: StateVisitor): void {
    this.rows = state.number('rows', this.rows);
    visitRequired('the result format', this.open, state);
  }
}
