import { closeSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/**
 * A file descriptor that is closed only once, because the system soon reuses its number for another
 * file.
 */
export class Descriptor {
  private open = true;

  /** @param what operation and file, for messages */
  constructor(
    private readonly number: number,
    private readonly what: string,
  ) {}

  /** @throws UserError if the file is closed */
  get fd(): number {
    if (this.open) return this.number;
    throw new UserError(`${this.what}: the file is closed. Open it again.`);
  }

  get isOpen(): boolean {
    return this.open;
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    closeSync(this.number);
  }
}
