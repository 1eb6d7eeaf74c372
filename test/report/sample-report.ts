import type { Report, ReportRun } from '../../master/report/index.ts';

/** A run of `rows` rows 1 ms apart, with `columns` sines named c0, c1, … beside time. */
export function sineRun(name: string, rows: number, columns: number): ReportRun {
  const column = (f: (t: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => f(row * 1e-3));
  const sines = Array.from({ length: columns }, (_, k) => ({
    name: `c${k}`,
    unit: 'm',
    data: column((t) => Math.sin((k + 1) * t * 7)),
  }));
  return {
    name,
    title: `Run ${name}`,
    columns: [{ name: 'time', unit: 's', data: column((t) => t) }, ...sines],
    summary: [{ label: 'steps', value: String(rows) }],
  };
}

/** One run, one plot, one scene, one table. */
export function smallReport(): Report {
  return {
    title: 'Small',
    subtitle: 'One run',
    tables: [{ title: 'Table', header: ['case', 'error [m]'], rows: [['a', '1.5e-3']] }],
    groups: [
      {
        title: 'Group',
        plots: [{ title: 'Plot', unit: 'm', series: [{ run: 'a', column: 'c0', label: 'sine' }] }],
        scene: {
          title: 'Scene',
          run: 'a',
          points: { O: { x: 0, y: 0 }, P: { x: 'c1', y: 1 } },
          bodies: [
            { kind: 'rod', from: 'O', to: 'P' },
            { kind: 'pin', at: 'O', label: 'origin' },
          ],
        },
      },
    ],
    runs: [sineRun('a', 200, 4)],
    footer: 'Footer',
  };
}
