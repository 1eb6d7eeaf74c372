/**
 * Exit codes of every command. A command that a signal ends has 128 plus the number of the signal.
 * `defect` reports a defect of fmukit, not of the input.
 */
export const exitCode = { done: 0, failed: 1, usage: 2, findings: 3, defect: 70, interrupted: 130 } as const;

/** Exit codes in words, for `--help`. */
export const exitCodeHelp =
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done with findings or warnings, 130 interrupted.';
