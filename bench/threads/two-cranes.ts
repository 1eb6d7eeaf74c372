import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { Session } from '../../master/run/loop/session.ts';
import { openOnThreads } from '../../master/run/threads/open-threads.ts';
import { resolveSystem } from '../../master/system/load-system.ts';

const H = 0.004;

/**
 * A run of some double cranes beside each other, about 0.15 ms a step each, whose units are open
 * and initialized.
 *
 * @param file where the system would stand, beside `crane-monolithic-double.fmu`
 */
export async function cranes(file: string, names: readonly string[], threads: number): Promise<Session> {
  const unit = { fmu: 'crane-monolithic-double.fmu', parameters: { h: 1e-4 } };
  const system = await resolveSystem(
    {
      name: 'cranes',
      units: Object.fromEntries(names.map((name) => [name, unit])),
      algorithm: { scheme: 'jacobi', step: H, threads },
      stopTime: 1e6 * H,
      record: { variables: names.map((name) => `${name}.s1`) },
    },
    file,
  );
  const activity = { cells: new Int32Array(new SharedArrayBuffer(12)) };
  const session = new Session(system, {
    activity,
    instances: await openOnThreads(system, activity, hosts),
  });
  session.start();
  return session;
}
