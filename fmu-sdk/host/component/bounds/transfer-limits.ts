import { memoryLimit } from '../../wasm/core-interface.ts';

/**
 * Limits the texts and lists that a component passes in one call, because it could name one place
 * of its memory a thousand times. One call of this thread is made at a time.
 */
let remainingBytes = memoryLimit;

/** Resets the limit for a new call. */
export function resetLimit(): void {
  remainingBytes = memoryLimit;
}

/** Counts a list of `count` items of `bytes` each, and returns its count. */
export function claim(count: number, bytes: number): number {
  remainingBytes -= count * bytes;
  if (remainingBytes < 0) throw new RangeError(`the FMU returned more than ${memoryLimit} bytes in one call`);
  return count;
}

/** Counts the decoded text, and preserves a byte order mark. */
export class CountingDecoder extends TextDecoder {
  constructor(label?: string, options?: TextDecoderOptions) {
    super(label, { ignoreBOM: true, ...options });
  }

  override decode(bytes?: ArrayBufferLike | ArrayBufferView, options?: TextDecodeOptions): string {
    claim(bytes?.byteLength ?? 0, 1);
    return super.decode(bytes, options);
  }
}

/** Bytes counted for a list item that is not a number, because it becomes an object. */
export const objectBytes = 64;

/** Adds counting to the lists in the code that jco generates. */
export function counted(script: string): string {
  return script
    .replace(/^( *)(for \(let i = 0; i < (len\d+); i\+\+\) \{)/gm, `$1claim($3, ${objectBytes});\n$1$2`)
    .replace(/\.slice\((ptr\d+), \1 \+ (len\d+) \* (\d+)\)/g, '.slice($1, $1 + claim($2, $3) * $3)');
}
