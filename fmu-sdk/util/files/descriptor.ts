import { closeSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/** The descriptor of an open file, which is closed once, however often that is asked for: its number is soon another file's. */
export class Descriptor {
  private open = true;

  /** @param what what it is of, for messages: operation and file */
  constructor(
    private readonly number: number,
    private readonly what: string,
  ) {}

  /** @throws UserError where it was closed */
  get fd(): number {
    if (this.open) return this.number;
    throw new UserError(`${this.what}: it is closed. Open it again.`);
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
