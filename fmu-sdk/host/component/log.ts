import type { LogMessage, Status } from '../calls.ts';

/** Messages that are kept, and the largest length of each [characters]. */
const limit = 1000;
const longest = 16384;

/** What a unit has logged; of more than can be kept the oldest are dropped. */
export class MessageLog {
  private messages: LogMessage[] = [];

  add(status: Status, category: string, message: string): void {
    if (this.messages.length >= 2 * limit) this.messages = this.messages.slice(-limit + 1);
    this.messages.push({ status, category, message: message.slice(0, longest) });
  }

  take(): LogMessage[] {
    const taken = this.messages.slice(-limit);
    this.messages = [];
    return taken;
  }
}
