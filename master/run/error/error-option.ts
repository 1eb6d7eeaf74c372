import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { RunSettings } from '../options/run-options.ts';

/** Reports whether a run needs error bands. */
export const isErrorWanted = ({ error }: Pick<RunSettings, 'error'>): boolean =>
  error !== undefined && error !== false;

/** Validates the option for callers without types. */
export function requireError(what: string, value: unknown): void {
  if (typeof value === 'boolean' || value === 'sharp' || value === 'all') return;
  throw new UserError(
    `${what}: error: expected true, false, "sharp" or "all", got ${JSON.stringify(value)}.`,
  );
}
