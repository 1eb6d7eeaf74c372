import { numberFrom } from '../../../fmu-sdk/description/values/decimal-text.ts';
import type { AnyCommand } from '../command.ts';
import { declarationOf } from '../option-declaration.ts';

/** Units of time: the power of ten, or the number of seconds. */
const powers: Readonly<Record<string, number>> = { s: 0, ms: -3, us: -6, µs: -6, ns: -9 };
const multiples: Readonly<Record<string, number>> = { min: 60, h: 3600 };

const duration = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?) ?\[?(s|ms|us|µs|ns|min|h)\]?$/;

/**
 * Returns the words of a command line with times in seconds: `--stop-time 200ms` becomes
 * `--stop-time 0.2`. It converts options whose description names seconds, `[s]`. Digits stay exact.
 */
export function withSeconds(command: AnyCommand, argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.map((word, at) => {
    if (at >= end) return word;
    const [, option, value] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? [];
    if (option !== undefined) return isTime(command, option) ? `${option}=${inSeconds(value)}` : word;
    const before = argv[at - 1] ?? '';
    return before.startsWith('-') && isTime(command, before) ? inSeconds(word) : word;
  });
}

/** Returns true for an option whose description names seconds, such as `--stop-time`. */
export function isTime(command: AnyCommand | undefined, word: string): boolean {
  if (command === undefined) return false;
  const { options, hidden } = declarationOf(command);
  const name = nameOf(word);
  return [...options, ...hidden].some(
    (option) =>
      (option.name === name || option.aliases.includes(name)) &&
      option.number &&
      option.describe.includes('[s]'),
  );
}

/** Returns a time in seconds, or any other text unchanged. */
export function inSeconds(text: string): string {
  const [, digits, unit] = duration.exec(text) ?? [];
  const value = digits === undefined ? undefined : numberFrom(digits);
  if (value === undefined) return text;
  if (Object.hasOwn(multiples, unit)) return String(value * multiples[unit]);
  const [mantissa, exponent = '0'] = digits.toLowerCase().split('e');
  return String(Number(`${mantissa}e${Number(exponent) + powers[unit]}`));
}

const nameOf = (option: string): string =>
  option.replace(/^--?/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
