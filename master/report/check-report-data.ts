import type { Report, ReportRun, Scene } from './report-model.ts';

/** Columns of a run, and their names. */
interface NamedColumns {
  readonly columns: ReportRun['columns'];
  readonly names: ReadonlySet<string>;
}

/** Checks all names and the lengths of all columns. Throws at the first error. */
export function checkReport(report: Report): void {
  const runs = new Map<string, NamedColumns>();
  for (const run of report.runs) {
    if (runs.has(run.name))
      throw new Error(`report: two runs are named "${run.name}". Give each a different name.`);
    runs.set(run.name, { columns: run.columns, names: new Set(run.columns.map(({ name }) => name)) });
    checkLengths(run);
    checkTime(run);
  }
  for (const group of report.groups) {
    for (const plot of group.plots) {
      for (const { run, column } of plot.series) checkColumn(runs, run, column, `plot "${plot.title}"`);
    }
    if (group.scene) checkScene(runs, group.scene);
  }
  for (const table of report.tables) {
    for (const [i, row] of table.rows.entries()) {
      if (row.length === table.header.length) continue;
      throw new Error(
        `report: row ${i + 1} of table "${table.title}" has ${row.length} cells, but its header has ${table.header.length}. Give every row one cell for each column.`,
      );
    }
  }
}

function checkLengths(run: ReportRun): void {
  const time = run.columns[0];
  if (!time) throw new Error(`report: run "${run.name}" lacks columns. The first must be time [s].`);
  for (const column of run.columns) {
    if (column.data.length === time.data.length) continue;
    throw new Error(
      `report: run "${run.name}": column "${column.name}" has ${column.data.length} rows, but "${time.name}" has ${time.data.length}. Columns must have equal lengths.`,
    );
  }
}

function checkTime(run: ReportRun): void {
  const { data } = run.columns[0]!;
  const row = data.findIndex((t, k) => !Number.isFinite(t) || (k > 0 && t < data[k - 1]!));
  if (row < 0) return;
  throw new Error(
    `report: run "${run.name}": time in row ${row} is ${data[row]} s after ${data[row - 1]} s. Times must be finite and increasing.`,
  );
}

function checkColumn(runs: Map<string, NamedColumns>, name: string, column: string, where: string): void {
  const run = runs.get(name);
  if (!run) {
    throw new Error(
      `report: ${where} shows run "${name}", which does not exist. The runs are ${[...runs.keys()].join(', ') || 'none'}.`,
    );
  }
  if (run.names.has(column)) return;
  const names = [...run.names].join(', ');
  throw new Error(
    `report: ${where} shows column "${column}" of run "${name}", which has ${names}. Record it.`,
  );
}

function checkScene(runs: Map<string, NamedColumns>, scene: Scene): void {
  const where = `scene "${scene.title}"`;
  for (const run of scene.compareRun === undefined ? [scene.run] : [scene.run, scene.compareRun]) {
    checkColumn(runs, run, runs.get(run)?.columns[0]?.name ?? '', where);
    for (const { x, y } of Object.values(scene.points)) {
      for (const place of [x, y]) if (typeof place === 'string') checkColumn(runs, run, place, where);
    }
  }
  for (const body of scene.bodies) {
    const ends = body.kind === 'rod' || body.kind === 'cylinder' ? [body.from, body.to] : [body.at];
    for (const point of ends) {
      if (point !== undefined && Object.hasOwn(scene.points, point)) continue;
      throw new Error(
        `report: ${where}: a ${body.kind} refers to point "${point}". The points are ${Object.keys(scene.points).join(', ')}. A rod and a cylinder need from and to, the others at.`,
      );
    }
  }
}
