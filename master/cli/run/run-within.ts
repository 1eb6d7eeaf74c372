import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import { type ErrorLimit, type WorstError, worstError } from '../../error/error-limits.ts';
import type { RunResult } from '../../run/worker/run-protocol.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { coarsestParts, type StepChoice, type StepSearch, stepSearch } from './within-steps.ts';

/** Coupling of a system that may reach limits with less work than the one of its file. */
export interface OtherCoupling {
  readonly system: CheckedSystem;
  readonly scheme: CouplingScheme;
}

/** Run whose bands should lie within limits. */
export interface WantedRun {
  readonly operation: string;
  readonly system: CheckedSystem;
  /** Scheme of the system. Missing if only the computing thread knows it. */
  readonly scheme: CouplingScheme | undefined;
  /** Another coupling to try if that of the system needs much smaller steps. */
  readonly other?: OtherCoupling | undefined;
  readonly limits: readonly ErrorLimit[];
  /** Runs a system with error bands, and writes its results. */
  run(system: CheckedSystem): Promise<RunResult>;
  /** Receives a sentence on each run that is not the last. */
  note(text: string): void;
}

/** Best run, and why its bands are not within the limits. */
export interface RunWithin {
  readonly result: RunResult;
  /** System with the step of the result. */
  readonly system: CheckedSystem;
  /** Missing if the bands are within the limits. */
  readonly missed?: string;
}

/** Number of runs. */
const mostRuns = 9;
/** Growth of the number of steps from which another coupling is tried. */
const much = 4;
/** Parts of the first step of the other coupling in those of the last step. Larger steps show no order. */
const finer = 2;
/** Share of the time in which the differences of a smooth run follow an order. */
const nearlyAll = 0.9;
/** FMU steps of a communication step of the other coupling, which repeats steps at least once. */
const repeated = 2;

/**
 * Runs a system until its error bands lie within limits. It begins with steps that are eight times
 * as large, because a run with them is cheap and shows the order of the error. The order of the worst
 * column gives the next step. If that is much smaller, the other coupling is tried with the present
 * step, and the coupling with the smaller expected work goes on.
 */
export function runWithin(wanted: WantedRun): Promise<RunWithin> {
  return new WithinRuns(wanted).find();
}

/** Run that has ended, with its worst column. */
interface Ended {
  readonly search: StepSearch;
  readonly choice: StepChoice;
  readonly result: RunResult;
  readonly worst: WorstError;
}

class WithinRuns {
  private readonly own: StepSearch;
  private readonly other: StepSearch | undefined;
  private runs = 0;
  private best: Ended | undefined;
  private last: Ended | undefined;
  /** False if the other coupling does not follow its order. */
  private isOtherUseful = true;
  /** Why the last run failed. */
  private failure = '';

  constructor(private readonly wanted: WantedRun) {
    const { system, scheme, other } = wanted;
    this.own = stepSearch(system, scheme);
    this.other = other && stepSearch(other.system, other.scheme);
  }

  async find(): Promise<RunWithin> {
    let next: { search: StepSearch; parts: number } | undefined = {
      search: this.own,
      parts: coarsestParts(this.wanted.system),
    };
    while (next !== undefined) {
      const { search }: { search: StepSearch } = next;
      const choice = search.choice(next.parts);
      const result = await this.tried(search, choice);
      if (result !== undefined) {
        const { system } = choice;
        if (result.outcome !== 'finished') return { result, system, missed: 'the run was interrupted' };
        const worst = worstError(this.wanted.operation, result.error?.columns ?? [], this.wanted.limits);
        if (worst === undefined && choice.isFileStep)
          return { result, system, missed: 'the run has no error bands' };
        search.add(choice.parts, worst, result.error?.values.length ?? 0);
        const isWithin = worst !== undefined && worst.ratio <= 1;
        if (isWithin && search !== this.own && !isSmooth(result)) this.isOtherUseful = false;
        else if (worst !== undefined) {
          this.take({ search, choice, result, worst });
          if (isWithin) return { result, system };
        }
      }
      next = this.runs === mostRuns ? undefined : this.next(search);
      if (next !== undefined) this.tell(next.search.choice(next.parts));
    }
    return this.withoutSuccess();
  }

  /** Runs a choice. Returns undefined if its step fails. An error at the step of the file is the user's. */
  private async tried(search: StepSearch, choice: StepChoice): Promise<RunResult | undefined> {
    this.runs++;
    try {
      return await this.wanted.run(choice.system);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      if (search === this.own && choice.isFileStep) throw error;
      search.refuse(choice.parts);
      this.failure = `the run with ${choice.words} fails (${error.message.split(/\.\s|\n/)[0]})`;
      return undefined;
    }
  }

  private take(ended: Ended): void {
    this.failure = '';
    this.last = ended;
    if (this.best === undefined || !(ended.worst.ratio >= this.best.worst.ratio)) this.best = ended;
  }

  /** Returns the coupling and the parts of the next run. Undefined at the limit of work. */
  private next(search: StepSearch): { search: StepSearch; parts: number } | undefined {
    const { own, other } = this;
    const parts = own.next();
    if (other === undefined || !this.isOtherUseful)
      return parts === undefined ? undefined : { search: own, parts };
    const tried = own.last;
    const isFar = parts === undefined || (tried !== undefined && parts >= much * tried);
    if (search === own && tried !== undefined && isFar && other.isNew)
      return { search: other, parts: finer * tried };
    // A coupling that cannot run has no last run.
    const others = other.last === undefined ? undefined : other.next();
    const isOther =
      others !== undefined && (parts === undefined || repeated * other.workOf(others) < own.workOf(parts));
    if (isOther) return { search: other, parts: others };
    return parts === undefined ? undefined : { search: own, parts };
  }

  private tell({ words }: StepChoice): void {
    const { last, failure, wanted } = this;
    const reason = last === undefined ? 'the run has no error bands' : textOf(last.worst);
    const why = failure === '' ? reason : failure;
    wanted.note(`${why}, so the run begins again with ${words}`);
  }

  /** Returns the best run. It runs again if later runs have replaced its files. */
  private async withoutSuccess(): Promise<RunWithin> {
    const { best, last, wanted, runs, failure } = this;
    if (best === undefined) return this.atFileStep();
    const { system } = best.choice;
    const result = best === last && failure === '' ? best.result : await wanted.run(system);
    const why = failure === '' ? ` after ${runs} runs, the limit of work` : `, and ${failure}`;
    return { result, system, missed: `${textOf(best.worst)}${why}` };
  }

  /** Runs the system as its file says. */
  private async atFileStep(): Promise<RunWithin> {
    const { system } = this.wanted;
    return { result: await this.wanted.run(system), system, missed: 'the run has no error bands' };
  }
}

/**
 * Reports whether a run shows no events, and its differences follow an order nearly everywhere. Else
 * events limit the order, another coupling gains nothing, and all runs may show a jump too late.
 */
function isSmooth({ error }: RunResult): boolean {
  const { columns = [], events = [] } = error ?? {};
  return events.length === 0 && columns.every(({ asymptotic }) => asymptotic >= nearlyAll);
}

function textOf({ column: { name, largest, unit }, ratio }: WorstError): string {
  const short = (x: number): string => String(Number(x.toPrecision(2)));
  return `the error of ${name} is up to ${short(largest)} ${unit}, ${short(ratio)} times its limit`;
}
