import { openSync, writeSync } from 'node:fs';
import { messageOf } from '../fmu-sdk/util/user-error.ts';
import { campaign, type Figures, type Plan } from './campaign.ts';
import { largest } from './mutate/mutate-bytes.ts';
import { targetNamed } from './targets/index.ts';

/** Message of a child to the watching process, with bytes as base64. */
export type Told =
  | { kind: 'found'; fault: string; bytes: string }
  | { kind: 'done'; figures: Figures }
  | { kind: 'failed'; message: string };

/** Number and length of the case that is run, in the child's file. Its bytes follow. */
export const headerBytes = 8;

/**
 * Runs a plan in this process. Every case stands in the file before it is run: it is known when the
 * process ends with it.
 */
export async function runPlan(plan: Plan, file: string): Promise<void> {
  const fd = openSync(file, 'r+');
  let begun = new Uint8Array(headerBytes + largest);
  const notify = (message: Told): unknown => process.send?.(message);
  try {
    const target = await targetNamed(plan.target);
    const figures = await campaign(target, plan, {
      begins: (n, bytes) => {
        const size = headerBytes + bytes.length;
        if (size > begun.length) begun = new Uint8Array(2 * size);
        new Uint32Array(begun.buffer, 0, 2).set([n, bytes.length]);
        begun.set(bytes, headerBytes);
        writeSync(fd, begun, 0, size, 0);
      },
      onFinding: ({ fault, bytes }) =>
        notify({ kind: 'found', fault, bytes: Buffer.from(bytes).toString('base64') }),
    });
    target.close?.();
    notify({ kind: 'done', figures });
  } catch (error) {
    notify({ kind: 'failed', message: error instanceof Error ? (error.stack ?? '') : messageOf(error) });
  }
  process.disconnect?.();
}
