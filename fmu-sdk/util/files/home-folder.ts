import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/** The user's folder; undefined where the system knows none, or where HOME is empty or relative, which would be below the current one. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
