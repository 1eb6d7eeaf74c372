import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { FmiApi } from '../../fmu-sdk/host/instance/fmi-api.ts';
import { openNative } from '../../fmu-sdk/host/native/open-native.ts';
import { csv as csvForm } from '../../master/observe/formats/csv-format.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import { makeUnit, noCompiler } from '../../test/fixtures/c/make.ts';
import { type Line, once, repeats, seconds } from '../bench-measure.ts';
import { median } from '../median.ts';
import { peers } from './peers.ts';

export const steps: number = once ? 30_000 : 300_000;
export const H: number = 1 / 1024;

/**
 * Measures third-party FMUs in C, y = u/2 + t. The rest is the cost of calling them, compared with
 * the peers' cost.
 */
export async function nativeUnits(folder: string): Promise<Line[]> {
  if (noCompiler !== undefined)
    return [line('(g) native units', undefined, 0.22, `not measured: ${noCompiler}`)];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'trivial2.fmu'), await makeUnit(2, { defines: ['GAIN=0.5'] }));
  return [
    await coupled(folder, 1, 0.22),
    await coupled(folder, 2, 0.42),
    await recorded(folder),
    ...peers(join(folder, 'trivial2.fmu'), H),
  ];
}

function line(what: string, micros: number | undefined, most: number, instead = ''): Line {
  const measured = micros === undefined ? instead : `${micros.toPrecision(3)} µs`;
  return {
    what,
    measured,
    target: `≤ ${most.toFixed(2)} µs`,
    reached: micros === undefined ? undefined : micros <= most,
  };
}

export async function open(file: string, isolated: boolean): Promise<FmiApi> {
  const archive = await openArchive(file);
  const description = readModelDescription(await archive.text('modelDescription.xml'), file);
  const calls = await openNative(archive, description, 'coSimulation', { isolated });
  calls.instantiate({ instanceName: 'bench', token: description.instantiationToken });
  for (const op of ['setupExperiment', 'enterInitializationMode', 'exitInitializationMode'] as const)
    calls.call({ op });
  return calls;
}

/** Creates a system with one unit, or with two units that are each other's input. */
function systemOf(count: 1 | 2): SystemFile {
  const ring = [
    { from: 'a.y', to: 'b.u' },
    { from: 'b.y', to: 'a.u' },
  ];
  const unit = { fmu: 'trivial2.fmu' };
  return {
    name: 'ring',
    units: count === 1 ? { a: unit } : { a: unit, b: unit },
    connections: count === 1 ? [] : ring,
    algorithm: { scheme: 'jacobi', step: H, order: 0 },
    stopTime: H * steps,
  };
}

async function inSession(folder: string, count: 1 | 2, use: (session: Session) => void): Promise<number> {
  const system = await resolveSystem(systemOf(count), join(folder, 'ring.json'), { trusted: true });
  const times: number[] = [];
  for (let k = 0; k < repeats; k++) {
    const activity = { cells: new Int32Array(3) };
    const instances = await openInstances(system, activity, hosts);
    const session = new Session(system, { activity, instances });
    session.start();
    times.push((1e6 * seconds(() => use(session))) / steps);
    for (const instance of instances) instance.close();
  }
  return median(times);
}

async function coupled(folder: string, count: 1 | 2, most: number): Promise<Line> {
  const micros = await inSession(folder, count, (session) => session.advance(steps));
  const what = count === 1 ? 'one native unit' : 'Jacobi step of two native units';
  return line(`(g) ${what} in process, in a session`, micros, most);
}

async function recorded(folder: string): Promise<Line> {
  const file = openSync(join(folder, 'bench.csv'), 'w');
  const micros = await inSession(folder, 1, (session) => {
    const y = session.columns.filter(({ name }) => name.endsWith('y'));
    const csv = csvForm.open(y, (block) => writeSync(file, block));
    for (let n = 0; n < steps; n++) {
      session.advance(1);
      csv.row(session.time());
    }
    csv.close();
  });
  return line('(g) the one unit, each step a row of CSV with one variable', micros, 0.5);
}
