import { mostOfMessage, printable, shortened } from '../../util/printable.ts';

/** Width of a terminal that a report is written for. */
export const columns = 100;

/** Returns text of an FMU as part of a line. */
export function singleLine(text: string): string {
  return printable(shortened(text, mostOfMessage));
}

/**
 * Wraps text to at most `columns` characters. The first line starts with `first`, the others with
 * equal indentation.
 */
export function wrapText(text: string, first: string, most: number = Number.POSITIVE_INFINITY): string[] {
  const width = columns - first.length;
  const lines: string[] = [];
  let line = '';
  for (const word of piecesOf(text, width)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  if (lines.length > most) {
    lines.length = most;
    lines[most - 1] = `${lines[most - 1].slice(0, width - 2)} …`;
  }
  return lines.map((item, n) => `${n === 0 ? first : ' '.repeat(first.length)}${item}`);
}

/** Splits text into words, and long words into pieces. */
function piecesOf(text: string, width: number): string[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? []);
}
