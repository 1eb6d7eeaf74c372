import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CouplingScheme } from '../../coupling/coupling.ts';
import { bandName } from '../../error/band-columns.ts';
import { bandFactors, type CoupledVariant, couplingKey, variantOf } from '../../error/coarser-system.ts';
import {
  type ColumnBand,
  type ColumnError,
  columnBands,
  type NamedColumn,
} from '../../error/column-errors.ts';
import type { RecordedColumns } from '../../error/common-points.ts';
import type { ErrorBands } from '../../error/error-bands.ts';
import { eventTimes } from '../../error/event-times.ts';
import { withFinerSolvers } from '../../error/finer-solvers.ts';
import type { ResultColumn } from '../../observe/collector.ts';
import type { CheckedSystem } from '../../system/system.ts';
import { withErrorGround } from '../../verdict/error-ground.ts';
import type { VerdictLimits } from '../../verdict/thresholds.ts';
import type { RunResult } from '../worker/run-protocol.ts';
import { hasCoupling, judgedColumns } from './judged-columns.ts';

/** Run whose error is wanted, and the means to run its variants. */
export interface RunWithError {
  readonly system: CheckedSystem;
  readonly scheme: CouplingScheme;
  /** `sharp` adds a run with half the step, and `all` one with finer solvers. */
  readonly kind: true | 'sharp' | 'all';
  readonly limits: VerdictLimits;
  /** Recorded columns of the run, the time first. */
  readonly recorded: RecordedColumns;
  /** Names and units of measure of the columns that get a band. */
  readonly columns: readonly NamedColumn[];
  /** Runs of a series of systems that differ in steps and coupling alone, by `couplingKey`. */
  readonly earlier?: EarlierRuns | undefined;
  /** Runs a variant to its end and returns its columns. */
  runVariant(variant: CheckedSystem): Promise<RunResult>;
}

/** Runs that a later run of a series needs again. */
export type EarlierRuns = Map<string, RecordedColumns>;

/** Most runs of a series that are kept. */
const mostEarlier = 8;

/** Result of a run with its error bands, and the columns of the bands. */
export interface BandedResult {
  readonly result: RunResult;
  readonly bands: readonly ResultColumn[];
}

/** Runs variants of a system that has run, and adds the error bands to its result. */
export async function addErrorBands(result: RunResult, run: RunWithError): Promise<BandedResult> {
  const { system, scheme, kind, columns, earlier } = run;
  const isSharp = kind === 'sharp';
  const present = variantOf(system, scheme, 1);
  const runs: { variant: CoupledVariant; recorded: RecordedColumns }[] = [];
  const notes = [...coverageNotes(run)];
  for (const factor of bandFactors[isSharp ? 'sharp' : 'usual']) {
    const variant = variantOf(system, scheme, factor);
    const { by, value } = variant;
    const named = by === 'step' ? `H = ${value} s` : `tolerance ${value}`;
    const key = couplingKey(variant.system);
    const recorded = earlier?.get(key) ?? (await recordedBy(run, variant, named, notes));
    if (recorded === undefined) break;
    if (earlier !== undefined) keep(earlier, key, recorded);
    runs.push({ variant, recorded });
  }
  if (earlier !== undefined) keep(earlier, couplingKey(system), run.recorded);
  const finer = isSharp ? runs[0]?.recorded : undefined;
  const coarser = (isSharp ? runs.slice(1) : runs).map(({ recorded }) => recorded);
  const step = Math.min(system.step, ...runs.map(({ variant }) => variant.system.step));
  const solvers = kind === 'all' ? await solversOf(run, notes) : undefined;
  const bands = columnBands({ run: run.recorded, coarser, finer, step, solvers: solvers?.recorded }, columns);
  if (runs.length > 0 && bands.length === 0 && columns.length > 0)
    notes.push('The runs have too few rows in common for error bands. Record more rows');
  const error: ErrorBands = {
    by: present.by,
    values: [present.value, ...runs.map(({ variant }) => variant.value)],
    columns: bands.map((band) => band.error).sort(byShare),
    ...(solvers && { solvers: solvers.units }),
    events: eventTimes([run.recorded, ...runs.map((each) => each.recorded)], wholeColumns(bands)),
    notes,
  };
  const judged = judgedColumns(error.columns, system, run.limits, kind === 'all');
  const verdict = withErrorGround(result.verdict, judged, run.limits, system.step);
  return { result: { ...result, verdict, error }, bands: bands.map(resultColumn) };
}

/** Keeps a run of a series, and the latest ones before it. */
function keep(earlier: EarlierRuns, key: string, recorded: RecordedColumns): void {
  earlier.delete(key);
  earlier.set(key, recorded);
  if (earlier.size > mostEarlier) earlier.delete(earlier.keys().next().value!);
}

const wholeColumns = (bands: readonly ColumnBand[]): string[] =>
  bands.filter(({ error }) => error.differs !== undefined).map(({ error }) => error.name);

/** Orders columns by their share of the range, columns of whole numbers last. */
const byShare = (a: ColumnError, b: ColumnError): number =>
  Number(a.differs !== undefined) - Number(b.differs !== undefined) || b.share - a.share;

function resultColumn({ error: { name, unit }, band }: ColumnBand): ResultColumn {
  return { name: bandName(name), unit, data: band };
}

/** Runs a variant. Adds a note and returns undefined if it fails or is stopped. */
async function recordedBy(
  { system, kind, runVariant }: RunWithError,
  variant: Pick<CoupledVariant, 'system'>,
  named: string,
  notes: string[],
): Promise<RecordedColumns | undefined> {
  try {
    const { outcome, columns } = await runVariant(variant.system);
    if (outcome === 'finished')
      return { names: columns.map(({ name }) => name), data: columns.map(({ data }) => data) };
    notes.push(`The run with ${named} was interrupted, so the bands are wider or missing`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [reason] = error.message.split(/\.\s|\n/);
    notes.push(
      `The run with ${named} fails (${reason}), so the bands are wide or missing. Use ${kind === 'sharp' ? '' : '--error=sharp, or '}a step below H = ${system.step} s`,
    );
  }
  return undefined;
}

/** Runs the system with finer solvers. Undefined, with a note, if its FMUs expose none. */
async function solversOf(
  run: RunWithError,
  notes: string[],
): Promise<{ recorded: RecordedColumns; units: readonly string[] } | undefined> {
  const { system, units } = withFinerSolvers(run.system);
  const others = run.system.units.filter(({ name }) => !units.includes(name)).map(({ name }) => name);
  if (others.length > 0)
    notes.push(
      `The bands do not cover the solvers of ${others.join(', ')}, which expose no step or tolerance`,
    );
  if (units.length === 0) return undefined;
  const recorded = await recordedBy(run, { system }, 'finer solvers', notes);
  return recorded && { recorded, units };
}

function coverageNotes({ system, kind }: RunWithError): string[] {
  if (kind === 'all') return [];
  return hasCoupling(system)
    ? ['The bands cover the coupling alone. --error=all also covers the solvers that FMUs expose']
    : ['The bands cover the coupling, and a single FMU has none. Its solver is not covered'];
}
