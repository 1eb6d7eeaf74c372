/** What every command says by its exit code. (128 and the signal's number where one has ended it; 70 a defect of fmukit.) */
export const exitCode = { done: 0, failed: 1, usage: 2, findings: 3, interrupted: 130 } as const;

/** The same in words, for `--help`. */
export const exitCodeWords =
  'Exit codes: 0 done; 1 failed, and the message says why and what to do; 2 wrong usage; 3 done, and there are findings or warnings; 130 interrupted.';
