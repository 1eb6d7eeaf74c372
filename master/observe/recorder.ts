import type { Observer, ObserverKind } from './observer.ts';
import type { Destination, OpenSink, Sink, Write } from './result-format.ts';

/** Records every column of the run, those of the observers before it included. `due`: what is held back is to go out. */
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

/** All of its state stands in fields. */
export class Recorder implements Observer {
  private rows = 0;
  /** Bytes were handed over since the last whole row; the last ones were not taken. */
  private torn = false;
  private refused = false;
  private readonly open: OpenSink;
  private readonly due: () => boolean;
  private readonly whole: Destination['whole'];

  constructor(open: (write: Write) => OpenSink, { write, whole, counted }: Destination, due: () => boolean) {
    this.due = due;
    this.whole = whole;
    this.open = open((bytes, wholeOf) => {
      this.torn = true;
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
    this.torn = false;
    this.rows++;
  }

  event(t: number): void {
    this.row(t);
  }

  /** Hands over what is held back and can be: what is killed from here on still has it. */
  secure(): void {
    if (this.torn || this.refused) return;
    this.open.flush?.();
    this.whole(true);
  }

  /** Without a row there is nothing to keep, not even a header; behind half a row, nothing more to hand over. */
  end(): void {
    if (this.rows === 0 || this.torn || this.refused) return;
    this.open.close();
    this.whole();
  }
}
