import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * Returns the user's home folder. Returns undefined if the system does not report one or if HOME is
 * empty or relative.
 */
export function homeFolder(): string | undefined {
  try {
    const home = homedir();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
