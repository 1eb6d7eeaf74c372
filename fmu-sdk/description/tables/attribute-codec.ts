/**
 * Conversion of an attribute's text to a value and back. Reading a written value gives an equal
 * value.
 */
export interface Codec<T = unknown> {
  /** Expected text, for errors. */
  expected: string;
  /** Undefined when the text is not of its form. */
  read(text: string): T | undefined;
  write(value: T): string;
}

export const text: Codec<string> = { expected: 'text', read: (s) => s, write: (s) => s };

/**
 * Text without surrounding spaces: numbers that remain text, because 64-bit integers do not fit a
 * double.
 */
export const token: Codec<string> = {
  expected: 'one word',
  read: (s) => (/^\s*\S+\s*$/.test(s) ? s.trim() : undefined),
  write: (s) => s,
};

/** xs:boolean */
export const boolean: Codec<boolean> = {
  expected: 'true or false',
  read: (s) => {
    const word = s.trim();
    if (word === 'true' || word === '1') return true;
    return word === 'false' || word === '0' ? false : undefined;
  },
  write: String,
};

/** A flag under the name of its contrary. */
export const contrary: Codec<boolean> = {
  expected: boolean.expected,
  read: (s) => {
    const value = boolean.read(s);
    return value === undefined ? undefined : !value;
  },
  write: (value) => String(!value),
};

const specials = new Map([
  ['INF', Infinity],
  ['+INF', Infinity],
  ['-INF', -Infinity],
  ['NaN', Number.NaN],
]);

/**
 * xs:double. Rejects numbers beyond the largest double, and nonzero numbers that would become 0.
 */
export const number: Codec<number> = {
  expected: 'a number in the range of Float64',
  read: (s) => {
    const word = s.trim();
    if (!isFloat(word)) return specials.get(word);
    const value = Number(word);
    return Number.isFinite(value) && (value !== 0 || isZero(word)) ? value : undefined;
  },
  write: (value) => {
    if (Object.is(value, -0)) return '-0';
    return Math.abs(value) === Infinity ? (value > 0 ? 'INF' : '-INF') : String(value);
  },
};

/** xs:double that is information only: numbers beyond the range of Float64 are rounded. */
export const roundedNumber: Codec<number> = {
  ...number,
  read: (s) => (isFloat(s.trim()) ? Number(s.trim()) : number.read(s)),
};

export const integer: Codec<number> = whole(
  'a whole number',
  Number.MIN_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER,
);
export const count: Codec<number> = whole('a whole number from 0', 0, Number.MAX_SAFE_INTEGER);
/** xs:unsignedInt, as value references are. */
export const reference: Codec<number> = whole('a whole number from 0 to 4294967295', 0, 2 ** 32 - 1);

/** Returns the codec of whole numbers in a range. */
export function whole(expected: string, min: number, max: number): Codec<number> {
  return {
    expected,
    read: (s) => {
      const value = /^\s*[+-]?\d+\s*$/.test(s) ? Number(s) : Number.NaN;
      // No -0, which is not equal to 0 everywhere.
      return value >= min && value <= max ? value + 0 : undefined;
    },
    write: String,
  };
}

export function oneOf<T extends string>(words: readonly T[]): Codec<T> {
  return {
    expected: words.join(', '),
    read: (s) => words.find((word) => word === s.trim()),
    write: (word) => word,
  };
}

/** An XML list: values with spaces between. */
export function listOf<T>(codec: Codec<T>): Codec<T[]> {
  return {
    expected: `a list of ${codec.expected}`,
    read: (s) => {
      const values: T[] = [];
      for (const word of wordsOf(s)) {
        const value = codec.read(word);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
    write: (values) => values.map((value) => codec.write(value)).join(' '),
  };
}

export function wordsOf(s: string): string[] {
  const trimmed = s.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

/** Returns the number of words that `wordsOf` would return, without creating them. */
export function countWords(s: string): number {
  let count = 0;
  let inside = false;
  for (let i = 0; i < s.length; i++) {
    const space = s.charCodeAt(i) <= 32;
    if (!space && !inside) count++;
    inside = !space;
  }
  return count;
}

/** Returns true if a word is a finite xs:double. */
export function isFloat(word: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(word);
}

/** Returns true if a decimal text denotes 0. */
export function isZero(word: string): boolean {
  return !/[1-9]/.test(word.replace(/[eE].*$/, ''));
}
