import { bytesOf, inflated } from './planes.js';

/**
 * Worker in which the system runs again. It starts at the first run.
 * @typedef {{ run: (settings: import('../run-page-data.ts').AgainSettings, progress: (share:
 * number) => void) => Promise<import('../run-page-data.ts').WorkerAnswer>, stop: () => void }} Runner
 */

/**
 * @param {import('../run-page-data.ts').Again} again
 * @returns {Runner}
 */
export function createRunner(again) {
  /** @type {Promise<Worker> | undefined} */
  let made;
  let last = 0;
  /** @type {Worker | undefined} */
  let worker;
  const run = async (
    /** @type {import('../run-page-data.ts').AgainSettings} */ settings,
    /** @type {(share: number) => void} */ progress,
  ) => {
    made ??= makeWorker(again);
    worker = await made;
    const own = worker;
    const id = ++last;
    own.postMessage({ kind: 'run', id, settings });
    return await new Promise((resolve) => {
      const listen = (/** @type {MessageEvent<import('../run-page-data.ts').WorkerAnswer>} */ { data }) => {
        if (data.id !== id) return;
        if (data.kind === 'progress') return progress(data.share);
        own.removeEventListener('message', listen);
        resolve(data);
      };
      own.addEventListener('message', listen);
    });
  };
  return {
    run: /** @type {Runner['run']} */ (run),
    stop: () => worker?.postMessage({ kind: 'stop' }),
  };
}

/** @param {import('../run-page-data.ts').Again} again */
async function makeWorker(again) {
  const script = await bytesOf('worker');
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  const units = await Promise.all(
    again.units.map(async ({ bytes, ...rest }) => ({
      ...rest,
      bytes: await Promise.all(bytes.map(inflated)),
    })),
  );
  worker.postMessage({
    kind: 'units',
    system: again.system,
    prefix: again.prefix,
    units,
    inputs: again.inputs === null ? null : await inflated(again.inputs),
  });
  return worker;
}
