import type { BaseUnit, ModelDescription, Variable } from '../../../fmu-sdk/description/description.ts';
import { conversionOf, parseUnitOfMeasure } from '../../../fmu-sdk/description/si-units.ts';
import type { SystemFile } from '../system.ts';

/** A value that passes between two terminals, seen from its output. */
export interface TerminalTransfer {
  /** Ports `unit.variable`. */
  readonly from: string;
  readonly to: string;
  readonly variable: Variable;
  readonly description: ModelDescription;
  /** True if it passes from the first terminal to the second. */
  readonly forward: boolean;
  /** Kinds of the member (FMI: signal, inflow, outflow) at the output and at the input. */
  readonly fromKind: string;
  readonly toKind: string;
  /** True if the values pass unchanged, or with the opposite sign. */
  readonly unchanged: boolean;
}

export type BondTermFile = NonNullable<SystemFile['bonds']>[number]['terms'][number];

/** Units of measure of effort and flow whose product is a power. */
const domains: readonly (readonly [effort: string, flow: string])[] = [
  ['N', 'm/s'],
  ['N.m', 'rad/s'],
  ['V', 'A'],
  ['Pa', 'm3/s'],
];

/** Kinds of terminals whose members declare effort (signal) and flow, in any unit of measure. */
const declaresPower = /^org\.fmukit\.([a-z-]+-)?power$/;

/**
 * Returns the terms of a bond: pairs of an effort and a flow in opposite directions. Their units of
 * measure tell them apart, or the kind of the terminal.
 *
 * The member with a direction (`inflow`, `outflow`) gives the sign. Its product with the other
 * member is the power into a unit for `inflow`, and out of it for `outflow`.
 *
 * @param note receives what the user should know about a power without a term
 */
export function powerTerms(
  transfers: readonly TerminalTransfer[],
  terminalKind: string | undefined,
  note: (words: string) => void,
): BondTermFile[] {
  const declared = terminalKind !== undefined && declaresPower.test(terminalKind);
  const roles = transfers.map((transfer) => roleOf(transfer, declared));
  const terms: BondTermFile[] = [];
  for (const domain of new Set(roles.map((role) => role?.domain)))
    for (const forward of [true, false]) {
      const of = (role: Role['role'], direction: boolean): TerminalTransfer[] =>
        transfers.filter(
          (transfer, i) =>
            roles[i] !== undefined &&
            roles[i].domain === domain &&
            roles[i].role === role &&
            transfer.forward === direction,
        );
      terms.push(...paired(of('effort', forward), of('flow', !forward), note));
    }
  return terms;
}

function paired(
  efforts: readonly TerminalTransfer[],
  flows: readonly TerminalTransfer[],
  note: (words: string) => void,
): BondTermFile[] {
  if (efforts.length === 0 || flows.length === 0) return [];
  if (efforts.length !== flows.length) {
    note(
      `${[...efforts, ...flows].map(({ from }) => from).join(', ')} are ${efforts.length} efforts and ${flows.length} flows, so their power has no bond`,
    );
    return [];
  }
  return efforts.flatMap((effort, i) => {
    const flow = flows[i];
    const converted = [effort, flow].find(({ unchanged }) => !unchanged);
    if (converted !== undefined) {
      note(`${converted.from} to ${converted.to} converts values, so the power has no bond`);
      return [];
    }
    const [a, b] = [effort, flow].map(({ variable }) => variable.dimensions.join());
    if (a !== b) {
      note(`${effort.from} and ${flow.from} have different dimensions, so their power has no bond`);
      return [];
    }
    const kind = isDirected(flow.fromKind) ? flow.fromKind : effort.toKind;
    if (!isDirected(kind))
      note(
        `${effort.from} and ${flow.from} are signals, so ${effort.from} · ${flow.from} is taken as the power into the unit of ${flow.from}`,
      );
    return [{ effort: effort.from, flow: flow.from, ...(kind === 'outflow' && { weight: -1 }) }];
  });
}

/** Reports whether a kind of member has a direction. */
export const isDirected = (kind: string): boolean => kind === 'inflow' || kind === 'outflow';

interface Role {
  readonly domain: string;
  readonly role: 'effort' | 'flow';
}

function roleOf({ variable, description, fromKind }: TerminalTransfer, declared: boolean): Role | undefined {
  if (variable.type !== 'Float64' && variable.type !== 'Float32') return undefined;
  const base = baseOf(variable, description);
  for (const [effort, flow] of base === undefined ? [] : domains) {
    if (isLike(base, effort)) return { domain: effort, role: 'effort' };
    if (isLike(base, flow)) return { domain: effort, role: 'flow' };
  }
  if (!declared) return undefined;
  return { domain: '', role: isDirected(fromKind) ? 'flow' : 'effort' };
}

/** SI form of a variable's unit of measure, as its FMU defines it. */
export function baseOf(
  { unit: unitOfMeasure }: Variable,
  { unitsOfMeasure }: ModelDescription,
): BaseUnit | undefined {
  if (unitOfMeasure === undefined) return undefined;
  return unitsOfMeasure.find(({ name }) => name === unitOfMeasure)?.base ?? parseUnitOfMeasure(unitOfMeasure);
}

/** Reports whether two units of measure have equal exponents, except for angles. */
function isLike(base: BaseUnit | undefined, expression: string): boolean {
  const other = parseUnitOfMeasure(expression);
  if (base === undefined || other === undefined) return false;
  return conversionOf({ ...base, rad: 0 }, { ...other, rad: 0 }) !== undefined;
}
