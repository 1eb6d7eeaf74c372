import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { writeAtomically } from '../fmu-sdk/archive/write-zip.ts';
import { packageFolder } from '../fmu-sdk/util/package-files.ts';
import type { SystemFile } from '../master/system/system.ts';
import type { Outcome } from './claim-outcome.ts';

const root = packageFolder;
/** Sources that compute a run, beside the units. */
const engine = [
  'fmu-sdk/host',
  ...['coupling', 'energy', 'extrapolation', 'interface-model', 'observe', 'run', 'study', 'system'].map(
    (f) => `master/${f}`,
  ),
];

/**
 * Outcomes of runs on disk, each under the hash of all that decides it: an interrupted study goes
 * on where it stopped.
 */
export class OutcomeCache {
  /** Hash of what computes a run. */
  readonly engine: string;
  private readonly files = new Map<string, string>();

  constructor(private readonly folder: string) {
    this.engine = hashOf(
      engine.flatMap((path) =>
        readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.m?ts$/.test(name))
          .sort()
          .map((name) => readFileSync(join(root, path, name))),
      ),
    );
  }

  /** Hash of the system as it will run, its units' bytes, its input file, and what runs it. */
  keyOf(system: SystemFile, file: string): string {
    const paths = Object.values(system.units).map((unit) => unit.fmu);
    if (system.inputs !== undefined) paths.push(system.inputs);
    const contents = paths.map((path) => this.fileHash(resolve(dirname(file), path)));
    return hashOf([this.engine, JSON.stringify(system), ...contents]);
  }

  get(key: string): Outcome | undefined {
    const path = join(this.folder, `${key}.bin`);
    return existsSync(path) ? (deserialize(readFileSync(path)) as Outcome) : undefined;
  }

  put(key: string, outcome: Outcome): void {
    writeAtomically(join(this.folder, `${key}.bin`), serialize(outcome));
  }

  /** Forgets all outcomes but these. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const name of existsSync(this.folder) ? readdirSync(this.folder) : [])
      if (name.endsWith('.bin') && !keys.has(name.slice(0, -4))) rmSync(join(this.folder, name));
  }

  private fileHash(path: string): string {
    const known = this.files.get(path) ?? hashOf([readFileSync(path)]);
    this.files.set(path, known);
    return known;
  }
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest('hex').slice(0, 40);
}
