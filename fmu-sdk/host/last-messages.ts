import { shortened } from '../util/printable.ts';

/** Characters of one message that are shown. */
const longest = 500;

/**
 * The last of what a unit has logged, for people: no more than `most`, equal ones that follow one another once and with
 * their number; and how many came before. However much a unit logs, this is all that is shown of it.
 */
export function lastMessages(messages: readonly string[], most: number): { before: number; shown: string[] } {
  const last: { text: string; times: number }[] = [];
  let at = messages.length;
  for (; at > 0; at--) {
    const text = shortened(messages[at - 1].trimEnd(), longest);
    if (last[0]?.text === text) last[0].times++;
    else if (last.length === most) break;
    else last.unshift({ text, times: 1 });
  }
  const shown = last.map(({ text, times }) => (times === 1 ? text : `${text} (${times} times)`));
  return { before: at, shown };
}
