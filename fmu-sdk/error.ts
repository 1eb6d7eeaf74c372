/**
 * An error that a user can mend: its message names the operation, both ends, the values with units and the next
 * move. The command line prints the message alone (no stack) and exits with code 1.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
