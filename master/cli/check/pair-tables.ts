import { exporterOf } from '../../../fmu-sdk/check/corpus/exporter.ts';
import type { Score } from '../../../fmu-sdk/check/corpus/fmu-score.ts';
import {
  comparedOf,
  equalsReferences,
  type InterfaceScore,
  type PairCount,
  type ReferenceScore,
  rollsBack,
} from '../../../fmu-sdk/check/corpus/interface-score.ts';
import type { Board } from '../../../fmu-sdk/check/corpus/scoreboard.ts';
import { interfaceNames } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { rollbackWords } from '../../../fmu-sdk/host/state/rollback-kind.ts';
import { table } from '../command.ts';

/** Returns tables about pairs of FMU and interface, or an empty list if no FMU was to run. */
export function pairTables({ exporters, total }: Board, scores: readonly Score[]): string[] {
  const ran = scores.filter(({ interfaces }) => interfaces !== undefined);
  if (ran.length === 0) return [];
  const rows = ran.flatMap((score) => rowsOf(score));
  const head = ['FMU', 'exporter', 'interface', 'check', 'runs', 'reference', 'largest deviation'];
  const counts = [...exporters, total].map(({ exporter, pairs }) => [exporter, ...countCells(pairs)]);
  const countHead = ['exporter', 'pairs', 'run', 'with reference', 'equal', 'roll back'];
  return [
    table([[...head, 'rolls back'], ...rows]),
    ...reasons('does not run', ran, ({ ran, why }) => (ran ? undefined : why)),
    ...reasons('differs from its reference', ran, differenceOf),
    ...reasons('ignores an option', ran, ignoredBy),
    ...reasons('does not roll back', ran, (score) => (score.ran ? whyNoRollback(score) : undefined)),
    table([countHead, ...counts], [1, 2, 3, 4, 5]),
  ];
}

function rowsOf({ unit, tool, interfaces = [], notRun, accusations, ended }: Score): string[][] {
  const violations = accusations.filter(({ severity }) => severity === 'violation').length;
  const check =
    ended === undefined ? (violations === 0 ? 'clean' : `${violations} violated`) : 'not finished';
  const about = [unit, exporterOf(tool)];
  if (notRun !== undefined) return [[...about, '', check, 'no', '', '', '']];
  return interfaces.map((score) => [
    ...about,
    interfaceNames[score.kind],
    check,
    score.ran ? 'yes' : 'no',
    equalityText(score),
    deviationText(worstOf(score)),
    rollsBack(score) ? rollbackWords(score.rollback as { by: 'state' }).replace(/ \(.*/, '') : 'no',
  ]);
}

function equalityText(score: InterfaceScore): string {
  const compared = comparedOf(score);
  if (compared.length === 0) return score.ran && score.references.length > 0 ? 'not usable' : '';
  if (!equalsReferences(score)) return 'differs';
  const { solver } = compared.find((reference) => reference.solver !== undefined) ?? {};
  return solver === undefined ? 'equal' : `equal (${solver})`;
}

/** Returns the reference with the largest deviation, as a share of what is allowed. */
function worstOf(score: InterfaceScore): ReferenceScore | undefined {
  const share = ({ worst }: ReferenceScore): number =>
    worst === undefined ? -1 : worst.largest === null ? Infinity : worst.largest / (worst.allowed || 1e-300);
  return [...comparedOf(score)].sort((a, b) => share(b) - share(a))[0];
}

function deviationText(reference: ReferenceScore | undefined): string {
  if (reference?.worst === undefined) return '';
  const { column, largest, allowed, time } = reference.worst;
  const off = largest === null ? 'no value' : largest.toPrecision(2);
  return `${off} of ${allowed.toPrecision(2)}, ${column} at ${Number(time.toPrecision(4))} s`;
}

function differenceOf(score: InterfaceScore): string | undefined {
  const failed = comparedOf(score).filter(({ passed }) => !passed);
  const errors = score.ran ? score.references.filter(({ why }) => why !== undefined) : [];
  if (failed.length === 0 && errors.length === 0) return undefined;
  const texts = failed.map((reference) => {
    const { name, missing, columns } = reference;
    const unknown = missing.length === 0 ? '' : `, unknown to the FMU: ${missing.join(', ')}`;
    return `${name}: ${columns === 0 ? 'no column of numbers' : deviationText(reference)}${unknown}`;
  });
  return [...texts, ...errors.map(({ name, why }) => `${name}: ${why}`)].join('; ');
}

function ignoredBy({ references }: InterfaceScore): string | undefined {
  const ignored = new Set(references.flatMap((reference) => reference.ignored ?? []));
  return ignored.size === 0 ? undefined : [...ignored].join('; ');
}

function whyNoRollback({ rollback }: InterfaceScore): string | undefined {
  if ('why' in rollback) return rollback.why;
  const { differing, largest } = rollback;
  if (differing.length === 0) return undefined;
  return `a repeated step changes values by up to ${largest.toPrecision(2)} of their magnitude: ${differing.join(', ')}`;
}

/** Returns a table of the pairs for which `why` gives a reason, or an empty list. */
function reasons(
  title: string,
  scores: readonly Score[],
  why: (score: InterfaceScore) => string | undefined,
): string[] {
  const rows = scores.flatMap(({ unit, interfaces = [], notRun }) => {
    if (notRun !== undefined) return title === 'does not run' ? [[unit, '', notRun]] : [];
    return interfaces.flatMap((score) => {
      const reason = why(score);
      return reason === undefined ? [] : [[unit, interfaceNames[score.kind], reason]];
    });
  });
  return rows.length === 0 ? [] : [table([[title, 'interface', 'why'], ...rows])];
}

function countCells({ pairs, ran, compared, equal, rolledBack }: PairCount): string[] {
  return [pairs, ran, compared, equal, rolledBack].map(String);
}
