import { integerRanges } from '../../fmu-sdk/description/variables/integer-ranges.ts';
import { valueText } from '../../fmu-sdk/util/printable.ts';
import { UserCode } from '../../fmu-sdk/util/user-code.ts';
import type { Column, Observer, ObserverKind, RunView } from './observer.ts';
import { readonlyColumns, readonlySystem } from './readonly-view.ts';

const members = ['start', 'step', 'row', 'event', 'end'];

/** Creates a custom observer for a run: checks it, and attributes its errors to it. */
export function createObserver(kind: ObserverKind, view: RunView): Observer {
  const code = new UserCode(`run ${view.system.name}: the observer "${kind?.name}"`);
  code.requireMembers('kind', kind, 'observe');
  const readonlyView = {
    ...view,
    system: readonlySystem(view.system),
    columns: readonlyColumns(view.columns),
  };
  const inner: Observer = code.method(kind, 'observe')(readonlyView);
  const presentMembers = members.filter((member) => inner?.[member as keyof Observer] !== undefined);
  const { columns = [] } = code.requireMembers('observer', inner, ...presentMembers);
  if (!Array.isArray(columns)) code.refuse('has "columns" that are not a list');
  return {
    columns: columns.map((column) => wrapColumn(column, code)),
    ...code.methods(inner, ...members),
    visitState: code.stateOf(inner),
  };
}

/**
 * Wraps a column of a custom observer, which is read by `read` only. A `place` in memory cannot be
 * checked.
 */
function wrapColumn(inner: Column, code: UserCode): Column {
  code.requireMembers('column', inner, 'read');
  const { name, unit, whole } = inner;
  if (typeof name !== 'string' || typeof unit !== 'string')
    code.refuse('has a column without a "name" and a "unit"');
  if (whole !== undefined && whole !== 'Int64' && whole !== 'UInt64')
    code.refuse(`has for ${name} "whole" ${valueText(whole)}, expected Int64 or UInt64`);
  const is = whole === undefined ? isNumber : isInRange(integerRanges[whole]);
  const readIt = code.method(inner, 'read');
  const read = (): number | bigint => {
    const value: number | bigint = readIt();
    if (!is(value)) code.refuse(`reads ${String(value)} for ${name}, expected ${whole ?? 'a number'}`);
    return value;
  };
  return { name, unit, read, ...(whole && { whole }) };
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

const isInRange =
  ([least, most]: readonly [bigint, bigint]) =>
  (value: unknown): boolean =>
    typeof value === 'bigint' && value >= least && value <= most;
