import { Unreachable } from './rule-skipped.ts';

/** What tells the CPU time of a unit's own process [s]. */
export interface Clocked {
  cpuSeconds(): number;
}

/** How often the clocks are read [ms of wall time]: reading costs. */
const pause = 50;

/** CPU time that the check of one unit may take in all [s]: of this process, and of those that its units run in. */
export class Budget {
  private readonly begin = process.cpuUsage();
  private readonly living = new Set<Clocked>();
  private ended = 0;
  private looked = performance.now();
  private over = false;

  constructor(readonly seconds: number) {}

  /** CPU time since the budget was made [s]. */
  spent(): number {
    const { user, system } = process.cpuUsage(this.begin);
    let all = (user + system) / 1e6 + this.ended;
    for (const each of this.living) all += each.cpuSeconds();
    return all;
  }

  /** Counts a process from now on, with what it has used. */
  open(process: Clocked): void {
    this.living.add(process);
  }

  /** To be called before the process is ended. */
  close(process: Clocked): void {
    if (this.living.delete(process)) this.ended += process.cpuSeconds();
  }

  get isOver(): boolean {
    this.over ||= this.spent() >= this.seconds;
    return this.over;
  }

  get why(): string {
    return `the ${this.seconds} s of CPU time for this unit were over`;
  }

  /** Ends a rule when nothing is left. */
  look(): void {
    const now = performance.now();
    if (!this.over && now - this.looked < pause) return;
    this.looked = now;
    if (this.isOver) throw new Unreachable(this.why);
  }
}
