import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../fmu-sdk/build/build-unit.ts';
import { table } from '../master/cli/command.ts';
import { resolveSystem } from '../master/system/load-system.ts';
import type { CheckedSystem } from '../master/system/system.ts';
import { against } from './bench-against.ts';
import { byCpu, type Line, once, repeats, verdict } from './bench-measure.ts';
import { mechanisms } from './bench-mechanisms.ts';
import { options } from './bench-options.ts';
import { recording } from './bench-recording.ts';
import { floorOfMaster, floorOfNative } from './floors.ts';
import { startOfCommands } from './loading/start-time.ts';
import { studies } from './loading/studies.ts';
import { nativeUnits } from './native/native-units.ts';
import { sealedAgainstNative } from './native/sealed-against-native.ts';
import { heapGrowth } from './size/heap.ts';
import { largeFiles } from './size/large-files.ts';
import { manyNatives } from './size/many-natives.ts';
import { manyUnits } from './size/many-units.ts';
import { stiffness } from './size/stiffness.ts';
import { isolation } from './threads/isolation.ts';
import { twoProcesses } from './threads/two-processes.ts';
import { twoThreads } from './threads/two-threads.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// What an environment adds to each start of Node, certificates that are read, is nothing of ours,
// and hides in a floor what commands take.
delete process.env.NODE_EXTRA_CA_CERTS;

/** Measurements, by the letter in front of their lines. */
const groups: Record<string, (folder: string) => Promise<Line[]> | Line[]> = {
  u: (folder) => manyUnits(folder, root),
  b: (folder) => sealedAgainstNative(folder, root),
  f: (folder) => mechanisms(folder, root),
  g: nativeUnits,
  h: stiffness,
  l: largeFiles,
  d: async () => [heapGrowth(await longCrane())],
  m: (folder) => floorOfMaster(folder, root),
  n: floorOfNative,
  r: () => recording(root),
  s: (folder) => startOfCommands(folder, root),
  i: async (folder) => [...(await isolation(folder, root)), ...(await twoProcesses(folder))],
  t: (folder) => twoThreads(folder, root),
  v: (folder) => manyNatives(folder, root),
  y: (folder) => studies(folder, root),
};

const letters = Object.keys(groups);
const only = options.only?.split(',') ?? letters;
const unknown = only.filter((letter) => groups[letter] === undefined);
if (unknown.length > 0) {
  process.stderr.write(
    `bench --only ${unknown.join(',')}: unknown line. Choose from ${letters.join(', ')}.\n`,
  );
  process.exitCode = 2;
} else if (options.against !== undefined) process.exitCode = against(root, options.against, only);
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-bench-'));
  try {
    const how = once ? 'Measured once, times not judged,' : `Medians of ${repeats}`;
    const clock = byCpu ? ' by CPU time' : '';
    const load = loadavg()[0].toFixed(1);
    process.stdout.write(
      `${how}${clock} on ${cpus()[0].model.trim()}, Node ${process.version}, load ${load} on ${cpus().length} processors\n\n`,
    );
    for (const unit of ['crane-single', 'hydraulic-actuator', 'joystick'])
      await buildUnit(join(root, 'units', unit), join(root, 'dist'));
    const lines: Line[] = [];
    for (const letter of only) lines.push(...(await groups[letter](folder)));
    process.stdout.write(
      `${table([['', 'measured', 'target', ''], ...lines.map((l) => [l.what, l.measured, l.target, verdict(l)])])}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The crane's system for 1.1 million steps. */
async function longCrane(): Promise<CheckedSystem> {
  const file = join(root, 'systems/crane-single-force.json');
  return resolveSystem({ ...JSON.parse(readFileSync(file, 'utf8')), stopTime: 1100 }, file);
}
