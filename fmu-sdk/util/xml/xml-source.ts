import type { Position } from './text-position.ts';
import { XmlError } from './xml-error.ts';

/** The text of a document. Line positions are looked up on demand. */
export class Source {
  private starts: number[] | undefined;

  constructor(readonly text: string) {}

  /** Returns line and column, from 1, of a UTF-16 offset. A line ends with LF, CR or both. */
  position(offset: number): Position {
    this.starts ??= [0, ...Array.from(this.text.matchAll(/\r\n?|\n/g), (m) => m.index + m[0].length)];
    const { starts } = this;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low] + 1 };
  }

  refuse(reason: string, offset: number): never {
    throw new XmlError(reason, this.position(offset));
  }
}
