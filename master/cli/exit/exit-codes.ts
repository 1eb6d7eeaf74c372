/**
 * Exit codes of every command. In addition: 128 plus the number of a signal that ended it, and 70
 * for a defect of fmukit.
 */
export const exitCode = { done: 0, failed: 1, usage: 2, findings: 3, interrupted: 130 } as const;

/** Exit codes in words, for `--help`. */
export const exitCodeHelp =
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done with findings or warnings, 130 interrupted.';
