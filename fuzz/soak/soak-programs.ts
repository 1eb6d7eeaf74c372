import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { findBinary } from '../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { watchAndRepeat } from '../../master/cli/build/watch-files.ts';
import { packBinary } from '../../master/report/system/page-binaries.ts';

const unit = join(packageFolder, 'dist/joystick.fmu');

/** The part of a page's worker that its program uses. */
interface PageGlobals {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(answer: { kind: string; message?: string }): void;
}

/** Runs of the worker of a page, which receives its units once. Its program runs in this thread. */
export async function manyPageRuns(): Promise<(n: number) => Promise<void>> {
  let send: (event: { data: unknown }) => void = () => {};
  let answered: (answer: { kind: string; message?: string }) => void = () => {};
  const page = globalThis as unknown as PageGlobals;
  page.addEventListener = (_, listener) => {
    send = listener;
  };
  page.postMessage = (answer) => answered(answer);
  await import('../../master/report/system/page-worker.ts');
  const { binary, description } = await findBinary(
    await readFmuFile(unit),
    hosts.all,
    { kind: 'coSimulation' },
    'x',
  );
  const packed = packBinary(binary);
  const system = {
    name: 'soak',
    units: { a: { fmu: 'a.fmu' } },
    stopTime: 0.01,
    algorithm: { scheme: 'jacobi', step: 0.001 },
  };
  const units = [{ path: 'a.fmu', description: JSON.stringify(description), ...packed }];
  send({ data: { kind: 'units', system, prefix: true, units } });
  return async (n) => {
    const end = await new Promise<{ kind: string; message?: string }>((resolve) => {
      answered = (answer) => answer.kind !== 'progress' && resolve(answer);
      send({ data: { kind: 'run', id: n, settings: {} } });
    });
    if (end.kind !== 'done') throw new Error(`the page ${end.kind}: ${end.message}`);
  };
}

/** Changes of a file that a command watches. After the last one it watches nothing. */
export async function manyChanges(folder: string, times: number): Promise<(n: number) => Promise<void>> {
  const file = join(folder, 'watched.txt');
  writeFileSync(file, '');
  let acted: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    acted = resolve;
  });
  let watches = true;
  const { write } = process.stderr;
  void watchAndRepeat(
    'soak',
    () => (watches ? [file] : []),
    async () => acted(),
  );
  await first;
  return async (n) => {
    const again = new Promise<void>((resolve) => {
      acted = resolve;
    });
    watches = n < times - 1;
    process.stderr.write = () => true;
    try {
      writeFileSync(file, String(n));
      await again;
    } finally {
      process.stderr.write = write;
    }
  };
}
