/** Data with named fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reports whether a value of unknown origin has the required form. */
export type Check = (value: unknown) => boolean;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Reports whether a value is a whole number from 0 to 2⁵³ − 1. */
export const isSize = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reports whether a value is an object whose fields pass these checks. */
export const fits = (value: unknown, checks: Readonly<Record<string, Check>>): boolean =>
  isFields(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
