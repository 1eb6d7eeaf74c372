import { shortened } from '../../util/printable.ts';

/** Largest number of characters shown of one message. */
const longest = 500;

/**
 * Returns at most `most` of the last log messages of an FMU for display, and the number of earlier
 * ones. Equal messages in a row are merged with a count. The result stays short for any amount of
 * logging.
 */
export function lastMessages(messages: readonly string[], most: number): { before: number; lines: string[] } {
  const last: { text: string; times: number }[] = [];
  let at = messages.length;
  for (; at > 0; at--) {
    const text = shortened(messages[at - 1].trimEnd(), longest);
    if (last[0]?.text === text) last[0].times++;
    else if (last.length === most) break;
    else last.unshift({ text, times: 1 });
  }
  const lines = last.map(({ text, times }) => (times === 1 ? text : `${text} (${times} times)`));
  return { before: at, lines };
}
