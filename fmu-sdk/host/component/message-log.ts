import type { LogMessage, Status } from '../fmi-api.ts';

/** Messages that are kept, and the largest length of each [characters]. */
const limit = 1000;
const longest = 16384;
const longestCategory = 256;

/** What a unit has logged; of more than can be kept the oldest are dropped, and their number is said. */
export class MessageLog {
  private messages: LogMessage[] = [];
  private dropped = 0;

  add(status: Status, category: string, message: string): void {
    if (this.messages.length >= 2 * limit) this.drop();
    this.messages.push({
      status,
      category: shortened(category, longestCategory),
      message: shortened(message, longest),
    });
  }

  take(): LogMessage[] {
    if (this.messages.length > limit) this.drop();
    const taken = this.messages;
    if (this.dropped > 0)
      taken.unshift({ status: 1, category: 'host', message: `${this.dropped} older messages were dropped.` });
    this.messages = [];
    this.dropped = 0;
    return taken;
  }

  private drop(): void {
    const kept = this.messages.slice(-limit + 1);
    this.dropped += this.messages.length - kept.length;
    this.messages = kept;
  }
}

/** The beginning of a text, as a text of its own: a part of a string would keep the whole of it in memory. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const copy = new TextDecoder().decode(new TextEncoder().encode(text.slice(0, most)));
  return `${copy} … (${text.length - most} characters more)`;
}
