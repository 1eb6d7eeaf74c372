import { UserError } from '../fmu-sdk/util/user-error.ts';
import type { Target } from './fuzz-target.ts';

/** Verdict on a case: its path, or the defect of the program. */
export type Verdict = { way: string; fault?: undefined } | { way?: undefined; fault: string };

/** Longest message that a user is given [characters]: ten faults of a schema, or a few names. */
const longest = 4000;

/** CPU time limit of a case [s]. Cases have at most some ten thousand bytes. */
export const caseSeconds = 2;

/**
 * Runs a case. Allowed are a value, and a UserError that can be shown to a user as it is: what was
 * done to what, the reason, the next move. No control characters. Of bounded length. Everything
 * else is a fault: another exception, a check of the target that does not hold, too much CPU time,
 * prototypes that have changed.
 */
export async function judge(
  target: Target,
  bytes: Uint8Array,
  seconds: number = caseSeconds,
): Promise<Verdict> {
  const begin = performance.now();
  const verdict = await verdictOf(target, bytes);
  const wall = performance.now() - begin;
  const changed = prototypes.find(({ of, keys }) => Reflect.ownKeys(of).length !== keys.length);
  if (changed !== undefined) {
    for (const key of Reflect.ownKeys(changed.of))
      if (!changed.keys.includes(key)) Reflect.deleteProperty(changed.of, key);
    return { fault: `${changed.name}.prototype has changed` };
  }
  if (wall > seconds * 1000 && (await cpuSecondsOf(target, bytes)) > seconds)
    return { fault: `slow: more than ${seconds} s of CPU time` };
  return verdict;
}

/**
 * CPU time of a case, which is run once more for it: to ask for it costs as much as many a case.
 */
async function cpuSecondsOf(target: Target, bytes: Uint8Array): Promise<number> {
  const begin = process.cpuUsage();
  await verdictOf(target, bytes);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

async function verdictOf(target: Target, bytes: Uint8Array): Promise<Verdict> {
  try {
    return { way: await target.run(bytes) };
  } catch (error) {
    if (!(error instanceof UserError)) return { fault: nameOf(error) };
    const fault = faultOf(error.message);
    return fault === undefined ? { way: shapeOf(error.message) } : { fault: `${fault}: ${error.message}` };
  }
}

const prototypes = [Object, Array, Function, String, Number, Map, Promise].map((item) => ({
  name: item.name,
  of: item.prototype as object,
  keys: Reflect.ownKeys(item.prototype),
}));

/** An exception by its message and the places that it came through. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const places = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('/fuzz/judge-case.ts'))
    .slice(0, 4);
  return [`${error.name}: ${error.message.slice(0, 300)}`, ...places].join('\n');
}

/** Returns the defect of a message to users, if it has one. */
export function faultOf(message: string): string | undefined {
  if (message.length > longest) return `a message of ${message.length} characters`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(message))
    return 'a message with control characters';
  if (!/^\S.*: \S|^\S.*:\n {2}\S/.test(message)) return 'a message without operation and reason';
  return undefined;
}

/** A message without its values: refusals for the same reason are the same way. */
export function shapeOf(message: string): string {
  return message
    .replace(/"[^"\n]*"|'[^'\n]*'|<[^>\n]*>|“[^”\n]*”/g, '"')
    .replace(/[-+]?\d[\d.e+-]*/gi, '0')
    .slice(0, 160);
}
