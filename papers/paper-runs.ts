import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../fmu-sdk/util/user-error.ts';
import { RunStopped } from '../master/run/worker/stopped-run.ts';
import { SystemRunner } from '../master/run/worker/system-runner.ts';
import { resolveSystem } from '../master/system/load-system.ts';
import type { SystemFile } from '../master/system/system.ts';
import type { Outcome } from './claim-outcome.ts';
import { freshUnits } from './fresh-results.ts';
import { OutcomeCache } from './result-cache.ts';
import { type Row, sweep } from './run-sweep.ts';

export interface LabOptions {
  /** Folder that holds `systems/`, `units/` and `dist/`. */
  root: string;
  /** Folder of the cached outcomes. */
  cache: string;
  /** Called after each run, from the cache or not. */
  onRun?: (runs: { fresh: number; cached: number }) => void;
}

/** Runs variants of the systems in `systems/` for the claims. The same variant only once. */
export class Lab {
  private readonly cache: OutcomeCache;
  private readonly built = new Set<string>();
  private readonly known = new Map<string, Promise<Outcome>>();
  private readonly idle: SystemRunner[];
  private readonly waiting: ((runner: SystemRunner) => void)[] = [];
  /** Building is one at a time: two claims may want the same unit. */
  private building: Promise<void> = Promise.resolve();
  private readonly sweeps = new Map<string, Promise<Row[]>>();
  private readonly runs = { fresh: 0, cached: 0 };

  constructor(private readonly options: LabOptions) {
    this.cache = new OutcomeCache(options.cache);
    this.idle = Array.from({ length: availableParallelism() }, () => new SystemRunner());
  }

  /**
   * The work of `systems/<base>.json` after `edit`, recorded. A run that ends early is an outcome
   * too.
   */
  async run(base: string, edit: (system: SystemFile) => void = () => {}): Promise<Outcome> {
    const file = join(this.options.root, 'systems', `${base}.json`);
    const system = this.read(file);
    edit(system);
    await this.fresh(system, file);
    const key = this.cache.keyOf(system, file);
    const known = this.known.get(key) ?? this.outcome(key, system, file);
    this.known.set(key, known);
    return known;
  }

  /**
   * The rows of `papers/studies/<name>.json`, which goes on where it was interrupted. One study at
   * a time has the processors.
   */
  async sweep(name: string): Promise<Row[]> {
    const { root, cache } = this.options;
    let rows = this.sweeps.get(name);
    if (rows === undefined) {
      const before = [...this.sweeps.values()];
      rows = Promise.allSettled(before).then(() =>
        sweep({
          file: join(root, `papers/studies/${name}.json`),
          output: join(cache, `${name}-${this.cache.engine.slice(0, 8)}`),
          fresh: (system, file) => this.fresh(system, file),
          onRuns: (fresh, cached) => this.count(fresh, cached),
        }),
      );
      this.sweeps.set(name, rows);
    }
    return rows;
  }

  /** Deletes cached outcomes that this lab did not use: those of older units and systems. */
  prune(): void {
    this.cache.keepOnly(new Set(this.known.keys()));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.idle.map((runner) => runner.dispose()));
  }

  private read(file: string): SystemFile {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as SystemFile;
    } catch {
      throw new UserError(`papers: ${file} is missing. Name a system in systems/.`);
    }
  }

  private async outcome(key: string, system: SystemFile, file: string): Promise<Outcome> {
    const cached = this.cache.get(key);
    const outcome = cached ?? (await this.compute(system, file));
    if (cached === undefined) this.cache.put(key, outcome);
    if (cached === undefined) this.count(1, 0);
    else this.count(0, 1);
    return outcome;
  }

  private fresh(system: SystemFile, file: string): Promise<void> {
    this.building = this.building.then(() => freshUnits(system, file, this.built));
    return this.building;
  }

  private count(fresh: number, cached: number): void {
    this.runs.fresh += fresh;
    this.runs.cached += cached;
    this.options.onRun?.(this.runs);
  }

  private async compute(system: SystemFile, file: string): Promise<Outcome> {
    const checked = await resolveSystem(system, file);
    const runner =
      this.idle.pop() ?? (await new Promise<SystemRunner>((resolve) => this.waiting.push(resolve)));
    try {
      return { result: await runner.run(checked, { collect: true }) };
    } catch (error) {
      // A stopped run depends on this machine and not on the system. It is not a result and is not
      // cached.
      if (error instanceof UserError && !(error instanceof RunStopped)) return { failure: error.message };
      throw error;
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(runner);
      else next(runner);
    }
  }
}
