import type { Dice } from '../seeded-dice.ts';

const numbers = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '2',
    '3.5',
    '+7',
    '.5',
    '5.',
    '1e3',
    '1E-7',
    '1e308',
    '1e309',
    '-1e999',
    '5e-324',
  ],
  ...[
    '1e-999',
    '1e-400',
    '127',
    '128',
    '-129',
    '255',
    '256',
    '65536',
    '2147483647',
    '2147483648',
    '4294967295',
  ],
  ...['4294967296', '9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['-9223372036854775809', '18446744073709551615', '18446744073709551616', '1e21', '100000001', '0x10'],
  ...[
    'NaN',
    'INF',
    '-INF',
    'Infinity',
    '0b1',
    '1_000',
    '1,5',
    '١',
    '１',
    '0'.repeat(400),
    `1${'0'.repeat(400)}`,
  ],
];

const texts = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    '\x1b[31m',
    '\x9b2J',
    '\u202e',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\uffff',
  ],
  ...['ä', 'é', 'ﬁ', '中', '🦀', 'İ', 'ß', 'a'.repeat(300), 'true', 'false', 'TRUE', 'null', 'undefined'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'valueOf', '../../x'],
  ...[
    '/etc/passwd',
    'file:///x',
    'a b',
    'a.b',
    'a[1]',
    'a[1,2]',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '`',
    '$x',
    '\\',
  ],
  ...[
    '&',
    '<',
    '>',
    ';',
    ',',
    '#',
    '%',
    '%zz',
    '%00',
    '=',
    ' [mm]',
    '[m]',
    'kg',
    'm/s2',
    'N.m',
    'K',
    'degC',
    '1',
  ],
];

/** A number as text, the ones near a border more often. */
export function numberText(dice: Dice): string {
  return dice.once(4) ? String((dice.below(2000) - 1000) / dice.of([1, 1, 8, 10, 1000])) : dice.of(numbers);
}

/** A text that means something somewhere. */
export function oddText(dice: Dice): string {
  return dice.once(3) ? numberText(dice) : dice.of(texts);
}

/** A text like this one, or another. */
export function mutateText(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  switch (dice.below(8)) {
    case 0:
      return text.slice(0, at) + oddText(dice) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + dice.few());
    case 2:
      return `${text}${text}`;
    case 3:
      return text.toUpperCase() === text ? text.toLowerCase() : text.toUpperCase();
    case 4:
      return `${text} ${oddText(dice)}`;
    case 5:
      return `${text.slice(0, at)}${String.fromCharCode(dice.below(0x250))}${text.slice(at)}`;
    default:
      return oddText(dice);
  }
}
