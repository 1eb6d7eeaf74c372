import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { findBinary } from '../../fmu-sdk/host/fmu.ts';
import { readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import { packageFolder } from '../../fmu-sdk/util/package-files.ts';
import { watchAndRepeat } from '../../master/cli/build/watch-files.ts';
import { packBinary } from '../../master/report/system/page-binaries.ts';

const unit = join(packageFolder, 'dist/joystick.fmu');

interface Answer {
  kind: string;
  message?: string;
}

/** Loads the program of a page into a thread, with the functions that a page would provide. */
const loader = `
  const { parentPort, workerData } = require('node:worker_threads');
  Object.assign(globalThis, {
    addEventListener: (_, listen) => parentPort.on('message', (data) => listen({ data })),
    postMessage: (answer, moved) => parentPort.postMessage(answer, moved),
  });
  import(workerData.loader).then(() => import(workerData.program));
`;
/** Largest heap of the thread [MB], so that it ends if it grows. */
const heapMegabytes = 96;

/** Runs of the worker of a page, which receives its units once. The last one ends it. */
export async function manyPageRuns(times: number): Promise<(n: number) => Promise<void>> {
  const urlOf = (path: string): string => pathToFileURL(join(packageFolder, path)).href;
  const program = urlOf('master/report/system/page-worker.ts');
  const worker = new Worker(loader, {
    eval: true,
    workerData: { loader: urlOf('bin/setup/typescript.mjs'), program },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const host = { kind: 'coSimulation', trusted: false } as const;
  const { binary, description } = await findBinary(await readFmuFile(unit), hosts.all, host, 'page');
  const system = {
    name: 'soak',
    units: { a: { fmu: 'a.fmu' } },
    stopTime: 0.01,
    algorithm: { scheme: 'jacobi', step: 0.001 },
  };
  const units = [{ path: 'a.fmu', description: JSON.stringify(description), ...packBinary(binary) }];
  worker.postMessage({ kind: 'units', system, prefix: true, units });
  return async (n) => {
    const end = await new Promise<Answer>((resolve, reject) => {
      worker.removeAllListeners().once('error', reject);
      worker.on('message', (answer: Answer) => answer.kind !== 'progress' && resolve(answer));
      worker.postMessage({ kind: 'run', id: n, settings: {} });
    });
    if (end.kind !== 'done') throw new Error(`the page ${end.kind}: ${end.message}`);
    if (n === times - 1) await worker.terminate();
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
    writeFileSync(file, String(n));
    await again;
  };
}
