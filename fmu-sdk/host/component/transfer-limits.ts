import { memoryLimit } from '../wasm/wasm-instance.ts';

/**
 * What a component hands over in one call, beyond numbers: text and lists, which it could name a thousand times in the same
 * place of its memory. One call of this thread is made at a time.
 */
let left = memoryLimit;

/** A new call begins. */
export function refill(): void {
  left = memoryLimit;
}

/** Counts a list of `count` items of `bytes` each; gives the count back. */
export function claim(count: number, bytes: number): number {
  left -= count * bytes;
  if (left < 0) throw new RangeError(`it gave more than ${memoryLimit} bytes in one call`);
  return count;
}

/** Counts the text that it makes, and has all of it: a byte order mark too. */
export class CountingDecoder extends TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions) {
    super(label, { ignoreBOM: true, ...options });
  }

  override decode(bytes?: ArrayBufferLike | ArrayBufferView, options?: TextDecodeOptions): string {
    claim(bytes?.byteLength ?? 0, 1);
    return super.decode(bytes, options);
  }
}

/** Bytes that an item of a list that is no number is counted as: an object of its own. */
export const objectBytes = 64;

/** The code that jco generates, with a count before each list that it makes. */
export function counted(script: string): string {
  return script
    .replace(/^( *)(for \(let i = 0; i < (len\d+); i\+\+\) \{)/gm, `$1claim($3, ${objectBytes});\n$1$2`)
    .replace(/\.slice\((ptr\d+), \1 \+ (len\d+) \* (\d+)\)/g, '.slice($1, $1 + claim($2, $3) * $3)');
}
