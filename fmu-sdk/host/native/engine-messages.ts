import type { LogMessage, Status } from '../fmi-api.ts';

const decoder = new TextDecoder();
/** Status, length of the category, length of the message. */
const prefix = 12;

/** Reads the records of `host-log.h`, one after the other; a broken record ends the list. */
export function readMessages(records: Uint8Array): LogMessage[] {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const messages: LogMessage[] = [];
  for (let at = 0; at + prefix <= records.length; ) {
    const [status, category, message] = [0, 4, 8].map((i) => view.getUint32(at + i, true));
    const begin = at + prefix;
    const end = begin + category + message;
    if (end > records.length || status > 5) break;
    messages.push({
      status: status as Status,
      category: decoder.decode(records.slice(begin, begin + category)),
      message: decoder.decode(records.slice(begin + category, end)),
    });
    at = end;
  }
  return messages;
}

/** The records that a unit which is gone has left in its ring: `head` and `tail` count bytes without end. */
export function ringRecords(ring: Uint8Array, head: number, tail: number): Uint8Array {
  const length = Math.min((head - tail) >>> 0, ring.length);
  return Uint8Array.from({ length }, (_, i) => ring[(tail + i) % ring.length]);
}
