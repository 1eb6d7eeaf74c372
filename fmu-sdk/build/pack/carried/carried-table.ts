import { elementCount } from '../../../description/description.ts';
import type { Platform } from '../../../util/c-compiler/compilers.ts';
import { cTypes, flagsOf, numberInC, orderText, startsOf } from '../../compile-sources/core-variables.ts';
import type { CarriedFmu } from './carried-fmu.ts';
import { CarriedLayout, type PlacedGroup } from './carried-layout.ts';

/** Returns the C source with the facts on the carried FMUs, for `export/carried/carried-fmus.c`. */
export function carriedTable(fmus: readonly { fmu: CarriedFmu; at: number }[], platform: Platform): string {
  const parts = fmus.map(({ fmu, at }, k) => factsOf(fmu, at, k, platform));
  return `#include "carried/carried-fmus.h"
${parts.map(({ data }) => data).join('')}const CarriedFacts carried_facts[] = {
${parts.map(({ entry }) => `  {${entry}},\n`).join('')}};
const uint32_t carried_count = ${fmus.length};
`;
}

const list = (items: readonly unknown[]): string => `{${items.length === 0 ? '0' : items.join(', ')}}`;

function factsOf(
  fmu: CarriedFmu,
  at: number,
  k: number,
  platform: Platform,
): { data: string; entry: string } {
  const { fmi, unit, model, token, folder, libraries, hasResources, needsMemory, step, tolerance } = fmu;
  const { hasEvents, returnsEarly, takesAnyStep } = fmu;
  const { groups, inputs, slots, slopes } = new CarriedLayout(fmu);
  const references = inputs.map(({ reference }) => reference);
  const orders = [...inputs.map(() => 1), ...inputs.map(() => 2)];
  const data = `${groups.map((group, g) => groupText(group, `${k}_${g}`)).join('')}static const Group groups${k}[] = ${list(groups.map((group, g) => entryText(group, `${k}_${g}`)))};
${orderText(groups, String(k))}static const uint32_t inputs${k}[] = ${list(inputs.map((input) => input.at))}, slopeReferences${k}[] = ${list([...references, ...references])};
static const int32_t slopeOrders${k}[] = ${list(orders)};
`;
  const library = libraries.get(platform) as string;
  const texts = [unit, model, token, folder, library].map(textInC);
  const flags = [hasResources, needsMemory, hasEvents, returnsEarly, takesAnyStep].map(Number);
  const lists = ['groups', 'sorted', 'firsts'].map((name) => name + k);
  const places = [at, 0, slots, slopes, ...lists, groups.length, inputs.length];
  const tables = ['inputs', 'slopeReferences', 'slopeOrders'].map((name) => name + k);
  const entry = [fmi, ...texts, ...flags, ...places, ...tables, numberInC(step), numberInC(tolerance)];
  return { data, entry: entry.join(', ') };
}

function groupText({ type, variables }: PlacedGroup, k: string): string {
  return `static const ${cTypes[type]} starts${k}[] = ${list(variables.flatMap(startsOf).map(numberInC))};
static const uint32_t references${k}[] = ${list(variables.map((v) => v.valueReference))}, lengths${k}[] = ${list(variables.map(elementCount))};
static const uint8_t flags${k}[] = ${list(variables.map(flagsOf))};
`;
}

function entryText(group: PlacedGroup, k: string): string {
  const { type, role, size, variables, count, values, sent, given, converted } = group;
  const tables = ['references', 'lengths', 'flags'].map((name) => name + k);
  const places = [values, sent, given, converted].map((place) => `(void*)${place}`);
  return list([type, role, size, variables.length, count, ...tables, ...places, `starts${k}`]);
}

/** Returns a text as C. Names of other tools may contain any character. */
function textInC(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
}
