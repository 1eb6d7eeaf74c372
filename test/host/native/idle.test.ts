import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FmiApi, status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { fault, noCompiler } from '../../fixtures/c/make.ts';
import { initialize, type Opening, openFixture, setFault, stepTo } from './open.ts';

/** Opens an FMU whose threads compute without end after its first step, or do not. */
async function opened(what: number, opening: Opening = {}): Promise<{ calls: FmiApi; id: number }> {
  let id = 0;
  const calls = initialize(
    await openFixture(3, { isolated: true, confined: (_, process) => (id = process.id), ...opening }),
  );
  setFault(calls, what);
  expect(stepTo(calls, 0, 1)).toBe(status.ok);
  return { calls, id };
}

/** Returns the state of a process, such as R or Z, and its CPU time [s] (proc(5)). */
function stat(id: number): { state: string; cpu: number } {
  const text = readFileSync(`/proc/${id}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0], cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
}

const limits = { callSeconds: 0.3, wallSeconds: 600 };
const reason = /its threads used \d+\.\d s of CPU time between calls\. The limit is 0\.3 s beyond a tenth/;

/** Leaves time between two calls, until the FMU has used more CPU time or was ended. */
function pause(id: number): void {
  const { cpu } = stat(id);
  for (let now = stat(id); now.cpu === cpu && now.state !== 'Z'; ) now = stat(id);
}

describe.skipIf(noCompiler !== undefined)('the CPU time of an isolated FMU between calls', () => {
  it.each([false, true])(
    'an FMU whose threads compute between calls is ended while nobody calls it (with copies: %s)',
    async (copied) => {
      const { calls, id } = await opened(fault.hums, { limits, copied });
      await expect.poll(() => stat(id).state).toBe('Z');
      expect(() => stepTo(calls, 1, 1)).toThrow(reason);
      calls.close();
    },
  );

  it('an FMU whose threads compute between many short calls is ended, too', async () => {
    const { calls, id } = await opened(fault.hums, { limits });
    expect(() => {
      for (let t = 1; ; t++) {
        pause(id);
        stepTo(calls, t, 1);
      }
    }).toThrow(reason);
    calls.close();
  });

  it('an FMU whose thread pauses often is ended on a busy machine, where it gets a seventeenth of a processor', async () => {
    const [processor] = /\d+/.exec(
      /^Cpus_allowed_list:.*/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0] ?? '',
    )!;
    // Each in a session of its own, because the kernel may share time among sessions.
    const load = Array.from({ length: 16 }, () =>
      spawn('taskset', ['-c', processor, 'sh', '-c', 'while :; do :; done'], { detached: true }),
    );
    onTestFinished(() => {
      for (const child of load) child.kill('SIGKILL');
    });
    const { calls, id } = await opened(fault.good, { limits: { ...limits, callSeconds: 0.1 } });
    expect(spawnSync('taskset', ['-acp', processor, String(id)]).status).toBe(0);
    setFault(calls, fault.naps);
    stepTo(calls, 1, 1);
    await expect.poll(() => stat(id).state).toBe('Z');
    expect(() => stepTo(calls, 2, 1)).toThrow(/its threads used .* of CPU time between calls/);
    calls.close();
  });

  it('CPU time between calls is reported when the FMU is closed, and computing in a step is not', async () => {
    const used: number[] = [];
    const onIdleSeconds = (seconds: number): unknown => used.push(seconds);
    const quiet = await opened(fault.good, { onIdleSeconds });
    for (let t = 1; t < 3000; t++) stepTo(quiet.calls, t, 1);
    const busy = await opened(fault.hums, { onIdleSeconds });
    await expect.poll(() => stat(busy.id).cpu).toBeGreaterThan(2);
    quiet.calls.close();
    expect(used).toEqual([]);
    busy.calls.close();
    expect(used).toHaveLength(1);
    expect(used[0]).toBeGreaterThan(1);
  });
});
