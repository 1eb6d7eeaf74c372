import { dirname, resolve } from 'node:path';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import type { LoadedFmu } from '../../../fmu-sdk/host/fmu.ts';
import { KeptLibraries } from '../../../fmu-sdk/host/native/process/kept-libraries.ts';
import { loadFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { requireSignature } from '../../../fmu-sdk/sign/verify-fmu.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { Activity } from '../../coupling/activity.ts';
import type { ObserverKind } from '../../observe/observer.ts';
import { InstancePool } from '../../run/instances/instance-pool.ts';
import { openInstances } from '../../run/instances/open-instances.ts';
import { rollsBack } from '../../run/scheme/scheme-choice.ts';
import { assemble, type SystemFiles } from '../../system/assemble-system.ts';
import { inputSources } from '../../system/inputs/input-sources.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { systemAt } from '../../system/system-file.ts';
import type { StudyInputs } from '../plan/study-inputs.ts';
import type { Subject } from '../plan/study-path.ts';
import { type RunEndResult, runOnce } from './one-run.ts';
import { RepeatableRun } from './repeatable-run.ts';

const mostInputBytes = 512 * 2 ** 20;

/**
 * Runs systems in this thread, one after the other. It reuses archives, modules, instances and
 * inputs.
 */
export class SubjectRunner {
  /** Libraries of native FMUs that wait for their next run. */
  readonly libraries: KeptLibraries = new KeptLibraries();
  private readonly pool: InstancePool;
  private readonly loaded = new Map<string, Promise<LoadedFmu>>();
  private readonly inputs = new Map<string, Uint8Array>();

  constructor(
    private readonly bases: StudyInputs,
    private readonly activity: Activity,
  ) {
    const { libraries: kept } = this;
    this.pool = new InstancePool(activity, (system) =>
      openInstances(system, activity, hosts, { rollback: rollsBack(system), kept }),
    );
  }

  /**
   * Checks a system and runs it once. Errors during the run become its ending. Throws if the system
   * is invalid.
   */
  async run(subject: Subject, observers: readonly ObserverKind[]): Promise<RunEndResult> {
    return this.runChecked(await this.check(subject), observers);
  }

  /** Runs a checked system once, as `run` does. */
  async runChecked(system: CheckedSystem, observers: readonly ObserverKind[]): Promise<RunEndResult> {
    return runOnce(system, this.pool, this.activity, observers);
  }

  /** Prepares the run of a checked system, to be repeated with other values. */
  prepare(system: CheckedSystem, observers: readonly ObserverKind[]): Promise<RepeatableRun> {
    return RepeatableRun.prepare(system, this.pool, this.activity, observers);
  }

  /** Loads and checks a system. */
  async check({ file, system, single }: Subject): Promise<CheckedSystem> {
    const json = systemAt(system, file);
    return assemble(json, this.filesBeside(file), {}, single === undefined);
  }

  /** Reads archives and inputs once. */
  private filesBeside(system: string): SystemFiles {
    const { loaded, inputs, bases } = this;
    return {
      unit: (path, driving, policies) => {
        const full = resolve(dirname(system), path);
        const key = JSON.stringify([full, driving, policies]);
        const cached = loaded.get(key);
        if (cached !== undefined) return cached;
        const unit = bases.unit({ file: system }, path).then(async (file) => {
          await requireSignature(file.archive, policies);
          return loadFmu(file, driving);
        });
        loaded.set(key, unit);
        unit.catch(() => loaded.delete(key));
        return unit;
      },
      content: (path) => {
        const full = resolve(dirname(system), path);
        let bytes = inputs.get(full);
        if (bytes === undefined) {
          try {
            bytes = readRegularFile(full, mostInputBytes);
          } catch (error) {
            throw new UserError(`inputs ${full}: ${messageOf(error)}. Name a readable file.`);
          }
          inputs.set(full, bytes);
        }
        return { file: full, bytes };
      },
      sources: inputSources,
    };
  }
}
