import type { Entry } from './journal-entry.ts';
import type { Journal } from './study-journal.ts';
import type { Cell, Table } from './study-results.ts';

/** Entries that stay in memory while the tables are written, at about 500 bytes each. */
const mostKnown = 2 ** 16;

/** Entries of a completed study in the order of its runs. Each table of results reads all of them. */
export class StudyEntries {
  private readonly known: Entry[] = [];

  /** @param places place of each run in the journal */
  constructor(
    private readonly journal: Journal,
    private readonly places: Float64Array,
  ) {}

  /** Returns the rows of a table, and passes on each entry before its row. */
  *rows(of: Table, look: (entry: Entry, run: number) => void = () => {}): Generator<Cell[]> {
    const { journal, places, known } = this;
    for (let run = 0; run < places.length; run++) {
      const entry = known[run] ?? journal.at(places[run]);
      if (run < mostKnown) known[run] = entry;
      look(entry, run);
      yield of.row(run, entry);
    }
  }
}
