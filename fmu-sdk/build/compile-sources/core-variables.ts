import { acceptsPolynomial, elementCount, type Variable } from '../../description/description.ts';
import { isSettable } from '../../host/fmi-driver/start-instance.ts';
import { roleOf } from '../../host/fmi-driver/variables/variable-access.ts';
import { elementOf, isNumeric, unknownValue } from '../../host/fmi-driver/variables/variable-arrays.ts';
import { isVoid, type Slot } from '../../host/fmi-driver/variables/variable-memory.ts';
import type { NumericType } from '../../host/instance/fmi-api.ts';

/** Describes an FMU of another tool for its core module. */
export interface CoreUnit {
  fmi: 2 | 3;
  token: string;
  /** Variables in memory, in the order of the table. */
  variables: readonly Variable[];
  /** True if the FMU takes derivatives of its inputs. */
  interpolates: boolean;
  /** Communication step and end of the run [s]. A step that differs by rounding gets this size. */
  step: number;
  stopTime: number;
  tolerance?: number | undefined;
}

/** Types of values in memory, in C. */
export const cTypes: Readonly<Record<NumericType, string>> = {
  Float32: 'float',
  Float64: 'double',
  Int8: 'int8_t',
  UInt8: 'uint8_t',
  Int16: 'int16_t',
  UInt16: 'uint16_t',
  Int32: 'int32_t',
  UInt32: 'uint32_t',
  Int64: 'int64_t',
  UInt64: 'uint64_t',
  Boolean: 'uint8_t',
  Clock: 'uint8_t',
  Enumeration: 'int32_t',
};
/** Roles in C, by those of `roleOf`. */
const roles = { continuous: 'continuous', discrete: 'discrete', tunable: 'tunable', read: 'reading' };

/** Logger of FMI 2.0, whose messages nobody sees. */
const logger2 = `static void logged(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status, fmi2String category, fmi2String text, ...) {}
`;

/** A variable with numbers as values. */
export type Numeric = Slot['variable'];

/** Variables of one type and role: consecutive elements in the memory. */
export interface Group {
  type: NumericType;
  role: string;
  variables: Numeric[];
}

/** Returns the C header with the variables of an FMU, for `wasm/core-unit.c`. */
export function coreVariables(unit: CoreUnit): string {
  const { fmi, token, interpolates, step, stopTime, tolerance = 0 } = unit;
  const groups = groupsOf(unit.variables);
  const addresses = new Map<Variable, string>();
  for (const [k, { variables }] of groups.entries()) {
    let from = 0;
    for (const variable of variables) {
      addresses.set(variable, `values${k} + ${from}`);
      from += elementCount(variable);
    }
  }
  const slopes = unit.variables
    .filter((v) => interpolates && acceptsPolynomial(v))
    .flatMap((v) =>
      Array.from({ length: elementCount(v) }, (_, i) => [v, `${addresses.get(v)} + ${i}`] as const),
    );
  const list = (items: readonly unknown[]): string => `{${items.length === 0 ? '0' : items.join(', ')}}`;
  return `#define FMI ${fmi}
#include "fmu-plan.h"
#include "fmi${fmi}Functions.h"
#define TOKEN ${JSON.stringify(token)}
#define RESOURCES ""
#define NOMINAL ${numberInC(step)}
#define STOP ${numberInC(stopTime)}
#define TOLERANCE ${numberInC(tolerance)}
#define SLOPES ${slopes.length}
#define TYPES(X) ${[...new Set(groups.map(({ type }) => type))].map((type) => `X(${type}, ${functionOf(type, fmi)})`).join(' ')}
static FmuState state;
${fmi === 2 ? logger2 : ''}${groups.map(groupText).join('')}static const Group groups[] = ${list(groups.map(entryText))};
enum { groupCount = ${groups.length} };
${orderText(groups)}static const void* const addresses[] = ${list(unit.variables.map((v) => addresses.get(v) ?? '&state.time'))};
static double slots[${3 * slopes.length + 1}], slopes[${4 * slopes.length + 1}];
static double* const inputs[] = ${list(slopes.map(([, address]) => `(double*)(${address})`))};
static const uint32_t slopeReferences[] = ${list([...slopes, ...slopes].map(([v]) => v.valueReference))};
static const int32_t slopeOrders[] = ${list([...slopes.map(() => 1), ...slopes.map(() => 2)])};
`;
}

/** Returns the end of the names of the functions that exchange a type. */
function functionOf(type: NumericType, fmi: 2 | 3): string {
  if (fmi === 2) return type === 'Float64' ? 'Real' : type === 'Boolean' ? 'Boolean' : 'Integer';
  return type === 'Enumeration' ? 'Int64' : type;
}

function isNumber(variable: Variable): variable is Numeric {
  return isNumeric(variable.type);
}

/** Groups variables by their type and use. */
export function groupsOf(variables: readonly Variable[]): Group[] {
  const groups = new Map<string, Group>();
  for (const variable of variables) {
    if (!isNumber(variable) || variable.causality === 'independent') continue;
    const { type } = variable;
    const own = roleOf({ variable } as Slot);
    const role = roles[own as keyof typeof roles] ?? 'fixed';
    const key = `${role} ${type}`;
    const group = groups.get(key) ?? { type, role, variables: [] };
    groups.set(key, group);
    group.variables.push(variable);
  }
  return [...groups.values()];
}

/** Returns C source with the order of the groups by roles, as in `fmu-plan.h`. */
export function orderText(groups: readonly Group[], name = ''): string {
  const order = ['fixed', ...Object.values(roles)];
  const ranks = groups.map(({ role }) => order.indexOf(role));
  const sorted = [...groups.keys()].sort((a, b) => ranks[a] - ranks[b] || a - b);
  const firsts = [...order.keys(), order.length].map((role) => ranks.filter((rank) => rank < role).length);
  return `static const uint32_t sorted${name}[] = {${sorted.length === 0 ? 0 : sorted}}, firsts${name}[] = {${firsts}};
`;
}

function groupText({ type, variables }: Group, k: number): string {
  const starts = variables.flatMap(startsOf).map(numberInC);
  const flags = variables.map(flagsOf);
  const length = Math.max(1, starts.length);
  const c = cTypes[type];
  return `static ${c} values${k}[${length}] = {${starts}}, sent${k}[${length}], given${k}[${length}];
static const ${c} starts${k}[${length}] = {${starts}};
static int64_t converted${k}[${type === 'Boolean' || type === 'Enumeration' ? length : 1}];
static const uint32_t references${k}[] = {${variables.map((v) => v.valueReference)}}, lengths${k}[] = {${variables.map(elementCount)}};
static const uint8_t flags${k}[] = {${flags}};
`;
}

/** Returns 1 for a variable that can be set before the initialization, plus 2 without a start value. */
export function flagsOf(v: Numeric): number {
  return Number(isSettable({ variable: v } as Slot)) + 2 * Number(isVoid(v, elementCount(v)));
}

function entryText({ type, role, variables }: Group, k: number): string {
  const count = variables.reduce((sum, v) => sum + elementCount(v), 0);
  const pointers = ['references', 'lengths', 'flags', 'values', 'sent', 'given', 'converted', 'starts'];
  return `{${type}, ${role}, sizeof(${cTypes[type]}), ${variables.length}, ${count}, ${pointers.map((name) => name + k).join(', ')}}`;
}

/** Returns the start values of all elements. */
export function startsOf(variable: Numeric): (number | bigint)[] {
  const { type, start = [] } = variable;
  const length = elementCount(variable);
  const one = (i: number): number | bigint => {
    if (isVoid(variable, length)) return unknownValue(type);
    const text = start.length === length ? start[i] : start.length === 1 ? start[0] : undefined;
    return text === undefined ? 0 : elementOf(type, text);
  };
  return Array.from({ length }, (_, i) => one(i));
}

/** Returns a number as C. */
export function numberInC(value: number | bigint): string {
  if (typeof value === 'bigint') return value < 0n ? `(-${-value - 1n}LL - 1)` : `${value}ULL`;
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return value > 0 ? '__builtin_inf()' : '-__builtin_inf()';
  return Object.is(value, -0) ? '-0.0' : String(value);
}
