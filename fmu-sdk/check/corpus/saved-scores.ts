import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { Score } from './fmu-score.ts';

/**
 * Saved scores, in a file beside the scoreboard: a header line with `judgedBy`, and a line of JSON
 * for each FMU. An interrupted run continues with them. Drops an incomplete last line.
 */
export class SavedScores {
  readonly scores: Map<string, Score> = new Map();
  private readonly file: string;

  /**
   * @param judgedBy identifies all inputs of the scores. A file with another value is started
   * again.
   */
  constructor(board: string, judgedBy: string) {
    this.file = savedScoresFile(board);
    const head = `${JSON.stringify({ judgedBy })}\n`;
    const text = this.text();
    if (!text.startsWith(head)) {
      this.attempt(() => writeFileSync(this.file, head));
      return;
    }
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) this.attempt(() => truncateSync(this.file, Buffer.byteLength(whole)));
    for (const line of whole.slice(head.length).split('\n').slice(0, -1)) this.take(line);
  }

  add(score: Score): void {
    this.scores.set(score.unit, score);
    this.attempt(() => appendFileSync(this.file, `${JSON.stringify(score)}\n`));
  }

  /** The scoreboard is written: nothing of this is needed any more. */
  remove(): void {
    rmSync(this.file, { force: true });
  }

  private take(line: string): void {
    try {
      const score = JSON.parse(line) as Score;
      this.scores.set(score.unit, score);
    } catch {
      // Torn by a failure of power: the FMU is checked again.
    }
  }

  private text(): string {
    try {
      return readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw this.cannot(error);
    }
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw this.cannot(error);
    }
  }

  private cannot(error: unknown): UserError {
    return new UserError(
      `check: cannot save scores in ${this.file}: ${messageOf(error)}. Name another file with --json.`,
    );
  }
}

/** `board.json` → `board.json.partial` */
export function savedScoresFile(board: string): string {
  return `${board}.partial`;
}
