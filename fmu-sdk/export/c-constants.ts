import { absenceOf, absences, machineCalls } from '../build/component/component-functions.ts';
import { me, type StandardFunction } from '../standard/fmi-functions.ts';
import { modes } from '../standard/fmi-modes.ts';
import { functions2 } from '../standard/fmi2-functions.ts';
import { functions3 } from '../standard/fmi3-functions.ts';
import { statuses, types } from '../standard/variable-types.ts';

const head =
  '/* Made by bin/generate.mjs from fmu-sdk/standard and fmu-sdk/build/component/component-functions.ts: change those. */\n';

function upper(name: string): string {
  return name.replace(/[a-z](?=[A-Z])/g, '$&_').toUpperCase();
}

function enumeration(names: readonly string[]): string {
  return `enum { ${names.join(', ')} };\n`;
}

/** `model-constants.h`: numbers of the machine that C has to know. */
export function cConstants(): string {
  const maskOfCall = (wanted: string): number | undefined =>
    machineCalls().find(({ name }) => name === wanted)?.mask;
  return `${head}#ifndef CONSTANTS_H_
#define CONSTANTS_H_
${enumeration(statuses.map(upper))}
/* Types of variables. */
${enumeration(types.map(({ name }) => name.toUpperCase()))}
/* Modes, as bits: a set of modes is their sum. */
${enumeration(modes.map(({ name }, i) => `${upper(name)} = ${2 ** i}`))}
/* Where variables can be read, and where some can be set. */
enum { GETTABLE = ${maskOfCall('get-float64')}, SETTABLE = ${maskOfCall('set-float64')} };
#endif
`;
}

/** `absent-fmi2.c`, `absent-fmi3.c`: the functions of a standard that a unit has nothing for. */
export function absentFunctions(fmi: 2 | 3): string {
  const functions = (fmi === 2 ? functions2 : functions3).flatMap((f) => {
    const what = absenceOf(f);
    return what === undefined ? [] : [[f, absentFunction(fmi, f, absences.indexOf(what))] as const];
  });
  const isExchange = ({ kinds }: StandardFunction): boolean => kinds.length === 1 && kinds[0] === me;
  const always = functions.flatMap(([f, text]) => (isExchange(f) ? [] : [text]));
  const others = functions.flatMap(([f, text]) => (isExchange(f) ? [text] : []));
  return `${head}#include "fmi${fmi}.h"
#include "instance-functions.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

${always.join('\n')}
/* Served by model-exchange-functions.c where the unit has model exchange. */
#ifndef MODEL_EXCHANGE
${others.join('\n')}#endif
`;
}

/** Asked about nothing, there is nothing to refuse. */
function absentFunction(fmi: 2 | 3, f: StandardFunction, what: number): string {
  const count = /\b(nValueReferences|nvr)\b/.exec(f.parameters)?.[1];
  const none = count === undefined ? '' : `${count} == 0 ? fmi${fmi}OK : `;
  const name = `fmi${fmi}${f.name}`;
  return `EXPORT ${f.result} ${name}(${f.parameters}) {
  return ${none}unit_lacks(instance, "${name}", ${what});
}
`;
}
