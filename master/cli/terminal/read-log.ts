import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LoggedMessage } from '../../report/system/pack-run.ts';

/** Messages that a page shows. */
const most = 1000;

/** The first messages of units in a file of calls (`--log`): lines of time [s], unit and what it has said, with tabs between. */
export async function messagesIn(file: string): Promise<LoggedMessage[]> {
  const found: LoggedMessage[] = [];
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const [time, unit, ...rest] = line.split('\t');
    const message = /^message (.*)$/.exec(rest.join(' '))?.[1];
    if (message === undefined) continue;
    // What is said before the start has no time.
    found.push({ time: time === '' ? undefined : Number(time), text: `${unit} ${message}` });
    if (found.length === most) break;
  }
  return found;
}
