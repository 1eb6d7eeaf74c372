import { Worker } from 'node:worker_threads';
import type { Case } from './program.ts';

/** A case that differs, and its smaller form if it is the first of its kind. */
export interface Finding {
  readonly number: number;
  readonly fault: string;
  readonly posed?: Case;
}

export interface Campaign {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Folder of this module in the tree whose product runs. Default: this tree. */
  readonly root?: URL;
  readonly threads?: number;
  readonly minimize?: boolean;
  /** Ends the campaign at the first difference. */
  readonly first?: boolean;
  /** Cases whose differences do not count. */
  readonly ignored?: ReadonlySet<number>;
  onFinding?(finding: Finding): void;
  /** Called when the cases from `from` on are done. */
  onChunk?(from: number, count: number, dropped: number): void;
}

/** Cases that a thread runs between two messages. */
export const chunk = 200;
/** Interval of the watch [ms], and looks after which a case never ends. It takes milliseconds. */
const [interval, patience] = [500, 40];

/** Runs cases in threads. A case that never ends is a difference. */
export async function campaign(plan: Campaign): Promise<Finding[]> {
  const starts: number[] = [];
  for (let from = plan.from; from < plan.to; from += chunk) starts.push(from);
  const findings: Finding[] = [];
  const threads = Array.from({ length: Math.min(plan.threads ?? 1, starts.length) }, async () => {
    for (let from = starts.shift(); from !== undefined; ) from = await serve(plan, from, starts, findings);
  });
  await Promise.all(threads);
  return findings;
}

/** Runs chunks in one thread until none is left, or a case never ends. Returns where to go on. */
function serve(
  plan: Campaign,
  first: number,
  starts: number[],
  findings: Finding[],
): Promise<number | undefined> {
  const { seed, minimize = false, root = new URL('.', import.meta.url) } = plan;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  cell[0] = first;
  let from = first;
  const endOf = (start: number): number =>
    Math.min(plan.to, plan.from + (Math.floor((start - plan.from) / chunk) + 1) * chunk);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.mjs', root), { workerData: { root: root.href, cell } });
    let seen = -1;
    let looks = 0;
    const finish = (next: number | undefined): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve(next);
    };
    const note = (finding: Finding): boolean => {
      if (plan.ignored?.has(finding.number)) return false;
      findings.push(finding);
      plan.onFinding?.(finding);
      if (plan.first !== true) return false;
      starts.length = 0;
      finish(undefined);
      return true;
    };
    const watch = setInterval(() => {
      const now = Atomics.load(cell, 0);
      if (now !== seen) [seen, looks] = [now, 0];
      if (looks++ < patience) return;
      if (!note({ number: now, fault: 'the run does not end' }))
        finish(now + 1 < endOf(from) ? now + 1 : starts.shift());
    }, interval);
    const send = (start: number): void => {
      from = start;
      worker.postMessage({ seed, from, to: endOf(start), minimize });
    };
    worker.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
    worker.on('message', (message) => {
      looks = 0;
      if (message.ready) send(from);
      if (message.found) note({ ...message.found, ...(message.posed && { posed: message.posed }) });
      if (message.done === undefined) return;
      plan.onChunk?.(from, endOf(from) - from, message.dropped);
      const next = starts.shift();
      if (next === undefined) finish(undefined);
      else send(next);
    });
  });
}
