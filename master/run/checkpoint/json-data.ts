import { kindText, printableName } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';

/** Limit of nested arrays and objects. */
const mostDeep = 500;

/** Refuses values that JSON does not reproduce. `what` names their origin. */
export function requireJsonData(what: string, data: unknown): void {
  look(data, [], []);

  function look(value: unknown, path: readonly string[], above: readonly object[]): void {
    if (isJsonScalar(value)) return;
    if (!isList(value) && !isRecord(value))
      refuse(typeof value === 'number' ? `${value}` : kindText(value), path);
    if (above.includes(value)) refuse('a value that contains itself', path);
    if (above.length === mostDeep)
      refuse(`a value with more than ${mostDeep} levels of lists and objects`, []);
    const inside: [string, unknown][] = isList(value)
      ? Array.from(value, (item: unknown, k) => [`${k}`, item])
      : Object.entries(value).filter(([, member]) => member !== undefined);
    for (const [key, member] of inside) look(member, [...path, key], [...above, value]);
  }

  function refuse(whose: string, path: readonly string[]): never {
    const place = path.length === 0 ? '' : ` at /${printableName(path.join('/'))}`;
    throw new UserError(
      `${what}: ${whose}${place} is not JSON data and cannot be stored in a file. Use texts, finite numbers, true, false, null, and lists and objects of these.`,
    );
  }
}

function isJsonScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Reports whether a value is an object as JSON gives one, without a class, from any realm. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
