import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { Target } from '../fuzz-target.ts';
import { component } from './component-target.ts';
import { core } from './core-target.ts';
import { csv } from './csv-target.ts';
import { description } from './description-target.ts';
import { wire } from './engine-protocol-target.ts';
import { output } from './output-target.ts';
import { ssd } from './ssd-target.ts';
import { cache } from './stored/cache-target.ts';
import { baseline, waivers } from './stored/check-files-targets.ts';
import { checkpoint } from './stored/checkpoint-target.ts';
import { journal } from './stored/journal-target.ts';
import { queue } from './stored/queue-target.ts';
import { recording } from './stored/recording-target.ts';
import { system } from './system-target.ts';
import { table } from './table-target.ts';
import { terminals } from './terminals-target.ts';
import { unit } from './unit-target.ts';
import { zip } from './zip-target.ts';

/** All targets, in the order in which they are run. */
export const targets: readonly Target[] = [
  zip,
  description,
  terminals,
  ssd,
  system,
  unit,
  csv,
  table,
  core,
  component,
  wire,
  checkpoint,
  recording,
  journal,
  queue,
  cache,
  waivers,
  baseline,
  output,
];

/** A target by its name, or of a file (`my-target.ts`) that exports one as `target`. */
export async function targetNamed(name: string): Promise<Target> {
  if (/\.[mc]?[jt]s$/.test(name)) return ofFile(resolve(name));
  const match = targets.find((target) => target.name === name);
  if (match === undefined)
    throw new UserError(
      `fuzz ${name}: unknown target. Choose from ${targets.map((t) => t.name).join(', ')}.`,
    );
  return match;
}

async function ofFile(file: string): Promise<Target> {
  const { target } = (await import(pathToFileURL(file).href)) as { target?: Target };
  if (target === undefined)
    throw new UserError(`fuzz ${file}: it exports no "target". See docs/contributing/fuzzing.md.`);
  return target;
}
