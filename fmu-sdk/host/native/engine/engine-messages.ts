import type { LogMessage, Status } from '../../instance/fmi-api.ts';

const decoder = new TextDecoder();
/** Size of a record's header: status, length of the category, length of the message [bytes]. */
const prefix = 12;

/** Reads the records of `host-log.h`. A damaged record ends the list. */
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

/**
 * Returns the records that an FMU left in its ring when it died. `head` and `tail` count bytes
 * without wrapping.
 */
export function ringRecords(ring: Uint8Array, head: number, tail: number): Uint8Array {
  const length = Math.min((head - tail) >>> 0, ring.length);
  return Uint8Array.from({ length }, (_, i) => ring[(tail + i) % ring.length]);
}
