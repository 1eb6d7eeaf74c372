import { someNames } from '../../fmu-sdk/util/printable.ts';

/** What is found in one place or another: what is found nowhere is said in one note. */
export class Met {
  private readonly names = new Map<string, boolean>();

  /** `one` and `many` begin what is said of them. */
  constructor(
    private readonly one: string,
    private readonly many: string,
  ) {}

  meet(name: string, found: boolean): void {
    this.names.set(name, found || this.names.get(name) === true);
  }

  note(): string[] {
    const missed = [...this.names].flatMap(([name, found]) => (found ? [] : [name]));
    if (missed.length === 0) return [];
    return [`${missed.length} ${missed.length === 1 ? this.one : this.many}: ${someNames(missed, 3)}`];
  }
}
