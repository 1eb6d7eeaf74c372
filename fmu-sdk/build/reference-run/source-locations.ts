import { SourceMap } from 'node:module';

/** A call in a unit's source: the author's file and line. */
export interface SourceLocation {
  file: string;
  line: number;
}

/** Limit of a stack's line length [characters]. */
const longestFrame = 1000;

/** Maps errors of the reference run to the author's lines. */
export class SourceLocations {
  private readonly maps = new Map<string, string>();

  /** Adds a module with the source map (JSON text) of its code. */
  add(file: string, map: string): void {
    this.maps.set(file, map);
  }

  /** Returns the calls in modules that led to an error, the innermost first. */
  of(thrown: unknown): SourceLocation[] {
    const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
    return stack.split('\n').flatMap((frame) => {
      // Skips the lines of the error's message.
      if (!/^ +at /.test(frame) || frame.length > longestFrame) return [];
      const [, file = '', line, column] = /(?:\(|at )([^()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
      const map = this.maps.get(file);
      if (map === undefined) return [];
      const entry = new SourceMap(JSON.parse(map)).findEntry(Number(line) - 1, Number(column) - 1);
      return 'originalLine' in entry ? { file, line: entry.originalLine + 1 } : [];
    });
  }
}
