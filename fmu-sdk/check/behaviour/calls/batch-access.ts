import { elementCount, type Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import type { Defect } from '../../defect.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';
import type { RuleContext } from '../rule-context.ts';
import { largestRelativeDifference } from '../states/compare-derivatives.ts';
import {
  derivativePairs,
  differentiationPhase,
  elementName,
  furtherPairs,
  type Pair,
} from '../states/derivative-pairs.ts';
import { walk } from '../trajectory/walk.ts';
import { toleranceOf } from '../values/value-difference.ts';
import { functionName } from './call-names.ts';

/** Variables of each side that are asked for together, and elements that one of them may have. */
const most = 6;
const mostElements = 8;

/** Points of a walk at which derivatives are requested together. */
const mostPoints = 6;

/** Jacobian ∂unknown/∂known, which the FMU computes one known element at a time. */
interface Jacobian {
  unknowns: readonly Variable[];
  knowns: readonly Variable[];
  /** Names of the elements of all unknowns, and of all knowns. */
  rows: readonly string[];
  columns: readonly string[];
  /** Rows: `at[i][j]` is ∂(row i)/∂(column j). */
  at: readonly Float64Array[];
}

/**
 * Computes the derivatives of some unknowns by some knowns. Selects the unknowns that the FMU can
 * differentiate by all knowns. Otherwise selects one unknown and the knowns that it depends on.
 */
function jacobianOf(
  probe: Probe,
  all: readonly Pair[] = derivativePairs(probe.target),
): Jacobian | undefined {
  const pairs = all.filter(
    ({ unknown, known }) => Math.max(elementCount(unknown), elementCount(known)) <= mostElements,
  );
  const unknowns = [...new Set(pairs.map(({ unknown }) => unknown))].slice(0, most);
  const knowns = [...new Set(pairs.map(({ known }) => known))].slice(0, most);
  const ways = [{ unknowns, knowns }, ...unknowns.map((unknown) => withKnownsOf(pairs, unknown))];
  for (const { unknowns: candidates, knowns } of ways) {
    const candidateRows = candidates.map((unknown) => ({ unknown, rows: rowsOf(probe, unknown, knowns) }));
    const available = candidateRows.filter(({ rows }) => rows !== undefined);
    if (available.length === 0 || knowns.length === 0) continue;
    return {
      unknowns: available.map(({ unknown }) => unknown),
      knowns,
      rows: available.flatMap(({ unknown }) => elements(unknown)),
      columns: knowns.flatMap(elements),
      at: available.flatMap(({ rows }) => rows!),
    };
  }
  return undefined;
}

function withKnownsOf(
  pairs: readonly Pair[],
  unknown: Variable,
): { unknowns: readonly Variable[]; knowns: readonly Variable[] } {
  const knowns = pairs.filter((pair) => pair.unknown === unknown).map(({ known }) => known);
  return { unknowns: [unknown], knowns: [...new Set(knowns)].slice(0, most) };
}

function elements(variable: Variable): string[] {
  return Array.from({ length: elementCount(variable) }, (_, i) => elementName(variable, i));
}

/** Returns the rows of one unknown. Returns undefined if the FMU refuses one of its derivatives. */
function rowsOf(probe: Probe, unknown: Variable, knowns: readonly Variable[]): Float64Array[] | undefined {
  const columns = knowns.flatMap((known) =>
    Array.from({ length: elementCount(known) }, (_, i) => ({ known, i })),
  );
  const rows = Array.from({ length: elementCount(unknown) }, () => new Float64Array(columns.length));
  for (const [j, { known, i }] of columns.entries()) {
    const seed = new Float64Array(elementCount(known));
    seed[i] = 1;
    const sensitivity = new Float64Array(rows.length);
    const answer = probe.query('directionalDerivative', `∂${unknown.name}/∂${elementName(known, i)}`, (c) =>
      c.directionalDerivative(references([unknown]), references([known]), seed, sensitivity),
    );
    if (answer > status.warning) return undefined;
    rows.forEach((row, k) => void (row[j] = sensitivity[k]));
  }
  return rows;
}

function references(variables: readonly Variable[]): Uint32Array {
  return Uint32Array.from(variables, (v) => v.valueReference);
}

/** Seeds that no sum of others makes up for. */
function seeds(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => 1 + 0.75 * i);
}

/** Requests the whole Jacobian in one call and compares the result with sums over `jacobian`. */
function compareBatch(
  probe: Probe,
  { unknowns, knowns, rows, columns, at }: Jacobian,
  call: 'directionalDerivative' | 'adjointDerivative',
): Defect[] {
  const forward = call === 'directionalDerivative';
  const [seedElements, wanted] = forward ? [columns, rows] : [rows, columns];
  const seed = seeds(seedElements.length);
  const sensitivity = new Float64Array(wanted.length);
  const what = `∂(${rows.join(', ')})/∂(${columns.join(', ')}), seed ${seed.join(' ')}`;
  const answer = probe.query(call, what, (c) =>
    c[call](references(unknowns), references(knowns), seed, sensitivity),
  );
  if (answer > status.warning)
    return [
      {
        message: `${functionName(probe.target.fmi, call)} of several unknowns by several knowns is refused, although each derivative is available alone.`,
        value: statusNames[answer],
        expected: 'ok',
        // Parameters that the check has chosen may be inconsistent.
        ...(probe.hasChosenParameters && { severity: 'robustness' as const }),
      },
    ];
  // FMUs that use finite differences (FMI 2.0.5, 2.1.9) move all knowns at once. If the single
  // derivatives are exact to ε, these are exact to √ε.
  const nearly = Math.max(largestRelativeDifference, Math.sqrt(toleranceOf(probe.description)));
  const largest = Math.max(...at.flatMap((row) => [...row].map(Math.abs)));
  return wanted.flatMap((name, i) => {
    const terms = seedElements.map((_, j) => (forward ? at[i][j] : at[j][i]) * seed[j]);
    const expected = terms.reduce((sum, x) => sum + x, 0);
    const size = terms.reduce((sum, x) => sum + Math.abs(x), 0) + 1e-3 * largest;
    const off = Math.abs(sensitivity[i] - expected);
    if (off <= 1e-9 * size || !Number.isFinite(expected)) return [];
    const from = forward ? `∂${name} by several knowns` : `the derivative of several unknowns by ${name}`;
    const defect = {
      message: `Requested in one call, ${from} differs from the sum of the single derivatives.`,
      value: String(sensitivity[i]),
      expected: String(expected),
    };
    return [off <= nearly * size ? { ...defect, severity: 'robustness' as const } : defect];
  });
}

/**
 * Requests several derivatives in one call. Reports differences from the single derivatives and the
 * number of derivatives compared.
 */
export async function checkBatchDerivatives(
  { target, open, report, reportAmount }: RuleContext,
  call: 'directionalDerivative' | 'adjointDerivative',
): Promise<void> {
  const probe = await open();
  probe.reach(differentiationPhase(target));
  const jacobian = jacobianOf(probe);
  if (jacobian === undefined)
    throw new RuleSkipped('the FMU lacks a pair of unknown and known with a derivative');
  const defects = compareBatch(probe, jacobian, call);
  for (const defect of defects) report(probe, defect);
  if (defects.length === 0) compareBatchesAlong(await open(), call, report);
  reportAmount(`${jacobian.rows.length} unknowns by ${jacobian.columns.length} knowns requested in one call`);
}

/** Requests the derivatives of each mode, also those by discrete inputs, in one call. */
function compareBatchesAlong(
  probe: Probe,
  call: 'directionalDerivative' | 'adjointDerivative',
  report: RuleContext['report'],
): void {
  let points = 0;
  for (const { phase, when } of walk(probe, { variation: 2, stretches: 2 })) {
    const pairs = [...derivativePairs(probe.target, phase), ...furtherPairs(probe.target, phase)];
    const jacobian = jacobianOf(probe, pairs);
    const [defect] = jacobian === undefined ? [] : compareBatch(probe, jacobian, call);
    if (defect !== undefined) {
      report(probe, { ...defect, message: `${defect.message.replace(/\.$/, '')}, ${when}.` });
      return;
    }
    if (++points === mostPoints) return;
  }
}
