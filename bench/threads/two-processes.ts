import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { noCompiler } from '../../test/fixtures/c/make.ts';
import { makeMass } from '../../test/fixtures/c/mass.ts';
import { type Line, medianPair, once } from '../bench-measure.ts';

const H = 1 / 64;
/** Total computing time of the units of a run [ms]. */
const computed = once ? 20 : 400;

/**
 * Two native units, each in a process of its own: wall time of a step of both, beside that of both
 * one after the other in this process. Two processors have to be free.
 */
export async function twoProcesses(folder: string): Promise<Line[]> {
  if (noCompiler !== undefined) return [];
  mkdirSync(folder, { recursive: true });
  const lines: Line[] = [];
  for (const work of [0.1, 0.5]) {
    writeFileSync(join(folder, `work${work}.fmu`), await makeMass(2, [`WORK=${work}`]));
    const sessions: Session[] = [];
    const run = async (trusted: boolean): Promise<() => number> => {
      const session = await sessionOf(
        await resolveSystem(systemOf(work), join(folder, 'two.json'), { trusted, isolate: 'each' }),
      );
      sessions.push(session);
      return () => {
        const begin = performance.now();
        session.advance(computed / 2 / work);
        return performance.now() - begin;
      };
    };
    const [ours, floor] = medianPair(await run(false), await run(true));
    for (const { instances } of sessions) for (const instance of instances) instance.close();
    lines.push({
      what: `(i) two isolated native units of ${work} ms a step at the same time, against in sequence`,
      measured: `${(ours / floor).toFixed(2)}× of wall time`,
      target: '≤ 0.67×',
      reached: ours / floor <= 1 / 1.5,
    });
  }
  return lines;
}

function systemOf(work: number): SystemFile {
  const unit = { fmu: `work${work}.fmu` };
  return {
    name: 'two',
    units: { a: unit, b: unit },
    connections: [
      { from: 'a.x', to: 'b.u' },
      { from: 'b.x', to: 'a.u' },
    ],
    algorithm: { scheme: 'jacobi', step: H, order: 0 },
    stopTime: (H * 20 * computed) / work,
  };
}

async function sessionOf(system: CheckedSystem): Promise<Session> {
  const activity = { cells: new Int32Array(3) };
  const session = new Session(system, { activity, instances: await openInstances(system, activity, hosts) });
  session.start();
  return session;
}
