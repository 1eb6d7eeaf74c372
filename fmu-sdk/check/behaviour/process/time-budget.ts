import { RuleSkipped } from '../rule-skipped.ts';

/** Process of an FMU whose CPU time can be read [s]. */
export interface TimedProcess {
  cpuSeconds(): number;
}

/** Interval between readings of the clocks [ms of wall time]: reading costs time. */
const pause = 50;

/**
 * Total CPU time for the check of one FMU [s]: of this process and of the processes of its FMUs.
 */
export class CpuBudget {
  private readonly begin = process.cpuUsage();
  private readonly living = new Set<TimedProcess>();
  private ended = 0;
  private looked = performance.now();
  private over = false;

  constructor(readonly seconds: number) {}

  /** CPU time since the budget was made [s]. */
  spent(): number {
    const { user, system } = process.cpuUsage(this.begin);
    let all = (user + system) / 1e6 + this.ended;
    for (const process of this.living) all += process.cpuSeconds();
    return all;
  }

  /** Counts a process from now on, with what it has used. */
  open(process: TimedProcess): void {
    this.living.add(process);
  }

  /** Stops counting a process. Call this before ending the process. */
  close(process: TimedProcess): void {
    if (this.living.delete(process)) this.ended += process.cpuSeconds();
  }

  get isOver(): boolean {
    this.over ||= this.spent() >= this.seconds;
    return this.over;
  }

  get why(): string {
    return `the limit of ${this.seconds} s of CPU time for this FMU was reached`;
  }

  /** Ends a rule when nothing is left. */
  look(): void {
    const now = performance.now();
    if (!this.over && now - this.looked < pause) return;
    this.looked = now;
    if (this.isOver) throw new RuleSkipped(this.why);
  }
}
