import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { LoggedMessage } from '../../report/system/pack-run.ts';

/** Largest number of messages on a page. */
const maxMessages = 1000;

/**
 * Reads the first messages of FMUs from a log file (`--log`): time [s], unit and message, separated
 * by tabs.
 */
export async function messagesIn(file: string): Promise<LoggedMessage[]> {
  const messages: LoggedMessage[] = [];
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const [time, unit, ...rest] = line.split('\t');
    const message = /^message (.*)$/.exec(rest.join(' '))?.[1];
    if (message === undefined) continue;
    // Messages before the start lack a time.
    messages.push({ time: time === '' ? undefined : Number(time), text: `${unit} ${message}` });
    if (messages.length === maxMessages) break;
  }
  return messages;
}
