import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUnit } from '../fmu-sdk/seal/build-unit.ts';
import { table } from '../master/cli/command.ts';
import { resolveSystem } from '../master/system/load.ts';
import type { CheckedSystem } from '../master/system/system.ts';
import { bigDescription } from './big-description.ts';
import { craneCycle } from './crane-cycle.ts';
import { heapGrowth } from './heap.ts';
import { manyUnits } from './many-units.ts';
import { masterOverhead } from './master-overhead.ts';
import { type Line, once, repeats, verdict } from './measure.ts';
import { mechanisms } from './mechanisms.ts';
import { nativeUnits } from './native-units.ts';
import { sealedAgainstNative } from './sealed-against-native.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fmukit-bench-'));
try {
  const how = once ? 'Measured once, times not judged,' : `Medians of ${repeats}`;
  process.stdout.write(`${how} on ${cpus()[0].model.trim()}, Node ${process.version}\n\n`);
  for (const unit of ['crane-single', 'hydraulic-actuator', 'joystick'])
    await buildUnit(join(root, 'units', unit), join(root, 'dist'));
  const lines: Line[] = [
    ...(await masterOverhead(folder, root)),
    ...(await manyUnits(folder, root)),
    ...(await sealedAgainstNative(folder, root)),
    ...(await craneCycle(root)),
    ...(await mechanisms(folder, root)),
    ...(await nativeUnits(folder)),
    ...bigDescription(folder),
  ];
  lines.push(heapGrowth(await longCrane()));
  process.stdout.write(
    `${table([['', 'measured', 'target', ''], ...lines.map((l) => [l.what, l.measured, l.target, verdict(l)])])}\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The crane's system for 1.1 million steps. */
async function longCrane(): Promise<CheckedSystem> {
  const file = join(root, 'systems/crane-single-force.json');
  return resolveSystem({ ...JSON.parse(readFileSync(file, 'utf8')), stopTime: 1100 }, file);
}
