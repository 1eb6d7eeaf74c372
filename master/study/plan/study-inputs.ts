import { hash } from 'node:crypto';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { usableExperiment } from '../../../fmu-sdk/description/default-experiment.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import type { FmuArchive } from '../../../fmu-sdk/host/choice/host.ts';
import { type FmuFiles, readFmuFile } from '../../../fmu-sdk/host/open-fmu.ts';
import { readRegularFile } from '../../../fmu-sdk/util/regular-file.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { readSystemFile } from '../../system/load-system.ts';
import { nameOf, stepOf } from '../../system/single/single-system.ts';
import type { SystemFile } from '../../system/system.ts';
import type { Subject } from './study-path.ts';

/** Largest file that a system names [bytes]. */
const mostInputBytes = 512 * 2 ** 20;

/** Systems and FMUs that a study names, read once, with hashes of their bytes. */
export class StudyInputs {
  readonly unitFiles: FmuFiles = new Map();
  private readonly subjects = new Map<string, Subject>();
  private readonly settledSubjects = new Map<string, Subject>();
  private readonly hashes = new Map<string, string>();

  /** @param study file that paths of systems are relative to */
  constructor(private readonly study: string) {}

  /** Reads a system and its FMUs, by its path in the study. */
  async read(path: string): Promise<Subject> {
    const known = this.subjects.get(path);
    if (known !== undefined) return known;
    const file = resolve(dirname(this.study), path);
    const subject = extname(file).toLowerCase() === '.fmu' ? await this.single(file) : systemIn(file);
    for (const { fmu } of Object.values(subject.system.units)) await this.unit(subject, fmu);
    this.subjects.set(path, subject);
    return subject;
  }

  /** Converts a path in the study to a path in the system. */
  pathIn({ file }: Pick<Subject, 'file'>, path: string): string {
    return relative(dirname(file), resolve(dirname(this.study), path)).replaceAll('\\', '/');
  }

  /** Reads an FMU by its path in the system. */
  async unit({ file }: Pick<Subject, 'file'>, fmu: string): Promise<FmuArchive> {
    return readFmuFile(resolve(dirname(file), fmu), this.unitFiles);
  }

  /** Returns the system that `read` has read from this path. */
  subject(path: string): Subject {
    const subject = this.subjects.get(path);
    if (subject === undefined) throw new Error(`study: ${path} was not read`);
    return subject;
  }

  /** Returns the system at a path with the settings that all runs share, made by `settle` once. */
  settled(path: string, settle: (subject: Subject) => Subject): Subject {
    const known = this.settledSubjects.get(path);
    if (known !== undefined) return known;
    const subject = settle(this.subject(path));
    this.settledSubjects.set(path, subject);
    return subject;
  }

  readonly describe = ({ file }: Subject, fmu: string): ModelDescription => {
    const path = resolve(dirname(file), fmu);
    const unitFile = this.unitFiles.get(path);
    if (unitFile !== undefined) return unitFile.description;
    throw new UserError(`study: ${fmu} is not an FMU of ${file} or of the study. Name its path as a text.`);
  };

  /** Returns the hash of a file that a system names (SHA-256, the first 32 digits). */
  hashOf({ file }: Pick<Subject, 'file'>, path: string): string {
    const full = resolve(dirname(file), path);
    let hash = this.hashes.get(full);
    if (hash === undefined) {
      try {
        hash = hashOf(readRegularFile(full, mostInputBytes));
      } catch (error) {
        throw new UserError(`study: ${path} of ${file}: ${messageOf(error)}. Name a readable file.`);
      }
      this.hashes.set(full, hash);
    }
    return hash;
  }

  /** Path and hash of all hashed files. */
  get contents(): [path: string, hash: string][] {
    return [...this.hashes].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Files that were read. */
  get files(): string[] {
    return [...[...this.subjects.values()].map(({ file }) => file), ...this.unitFiles.keys()];
  }

  /** Systems that were read, with their files. */
  get loadedSubjects(): Subject[] {
    return [...this.subjects.values()];
  }

  /** Systems that were read. */
  get systems(): SystemFile[] {
    return [...this.subjects.values()].map(({ system }) => system);
  }

  private async single(file: string): Promise<Subject> {
    const unit = await readFmuFile(file, this.unitFiles);
    const experiment = usableExperiment(unit.description);
    const { startTime = 0, tolerance } = experiment;
    const { stopTime = startTime + 1 } = experiment;
    const name = nameOf(basename(file));
    const step = stepOf(unit, experiment, stopTime - startTime);
    const system: SystemFile = {
      name,
      units: { [name]: { fmu: basename(file), tolerance } },
      algorithm: { scheme: 'jacobi', step },
      startTime,
      stopTime,
    };
    return { file, system, single: name };
  }
}

function systemIn(file: string): Subject {
  return { file, system: readSystemFile(file).value, single: undefined };
}

/** Returns the first 32 digits of the SHA-256 hash. */
export function hashOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, 32);
}
