import { someNames } from '../../../fmu-sdk/util/printable.ts';

/** Tracks lookups in several places. Names that were found nowhere are reported in one note. */
export class LookupTracker {
  private readonly names = new Map<string, boolean>();

  /**
   * @param one beginning of the note for one name
   * @param many beginning of the note for several names
   */
  constructor(
    private readonly one: string,
    private readonly many: string,
  ) {}

  record(name: string, isFound: boolean): void {
    this.names.set(name, isFound || this.names.get(name) === true);
  }

  note(): string[] {
    const missed = [...this.names].flatMap(([name, isFound]) => (isFound ? [] : [name]));
    if (missed.length === 0) return [];
    return [`${missed.length} ${missed.length === 1 ? this.one : this.many}: ${someNames(missed, 3)}`];
  }
}
