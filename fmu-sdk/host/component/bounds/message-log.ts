import type { LogMessage, Status } from '../../instance/fmi-api.ts';

/** Largest number of stored messages, and largest length of each [characters]. */
const limit = 1000;
const longest = 16384;
const longestCategory = 256;

/** Log messages of an FMU. If there are too many, drops the oldest and reports their number. */
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
    const messages = this.messages;
    if (this.dropped > 0)
      messages.unshift({
        status: 1,
        category: 'host',
        message: `${this.dropped} older messages were dropped.`,
      });
    this.messages = [];
    this.dropped = 0;
    return messages;
  }

  private drop(): void {
    const recent = this.messages.slice(-limit + 1);
    this.dropped += this.messages.length - recent.length;
    this.messages = recent;
  }
}

/** Copies the start of a text, because a substring would keep the whole text in memory. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const copy = new TextDecoder().decode(new TextEncoder().encode(text.slice(0, most)));
  return `${copy} … (${text.length - most} characters more)`;
}
