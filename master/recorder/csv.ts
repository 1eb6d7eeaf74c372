import type { Column } from './recorder.ts';

/** Header and field by RFC 4180: quoted where a comma, a quote or a line break is inside. */
export function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/**
 * Writes a run as CSV in FMI form (`time` first, the columns' names in the header, lines end in CRLF as RFC 4180
 * asks). Numbers are the shortest text that reads back to the same double. Rows are gathered into blocks for `sink`.
 */
export class CsvRecorder {
  private readonly columns: readonly Column[];
  private readonly sink: (text: string) => void;
  private text: string;

  constructor(columns: readonly Column[], sink: (text: string) => void) {
    this.columns = columns;
    this.sink = sink;
    this.text = `time,${columns.map((c) => quote(c.name)).join(',')}\r\n`;
  }

  record(t: number): void {
    let row = `${t}`;
    for (const column of this.columns) row += `,${column.read()}`;
    this.text += `${row}\r\n`;
    if (this.text.length > 65536) this.flush();
  }

  flush(): void {
    if (this.text.length > 0) this.sink(this.text);
    this.text = '';
  }
}
