import { className } from './manifest.ts';

/** Largest length of a unit's name [characters]. */
const maxNameLength = 64;

/** Names of the dialect, or of its reference run, that a class or an enumeration would hide. */
export const dialectNames: ReadonlySet<string> = new Set(['Infinity', 'Math', 'Object', 'StaticArray']);

/** Words that cannot name a class member in AssemblyScript or in TypeScript. */
const reservedMemberNames: ReadonlySet<string> = new Set(
  'abstract declare override private protected public static undefined'.split(' '),
);

/** Names that the class of a unit's variables, or its base class, uses itself. */
const sdkMemberNames: ReadonlySet<string> = new Set(
  (
    '__proto__ constructor time stepStart polynomials internalStep initialize doStep inputsAt holdInputs partial ' +
    'eventNeeded timeEvent onEvent nextEventTime hasEvents clockCount clockKind clockIsInput clockActive setClock ' +
    'clockInterval setClockInterval clockShift derivatives largestStep stoppedAt stateCount state setState ' +
    'stateDerivative indicatorCount indicator integration setClockShift clockResolution keepPrevious keepSides crossing ' +
    'sidesKept crowded keepDiscretes discretesChanged keptDiscretes'
  ).split(' '),
);

/** Returns the problem of a variable's name, if there is one. */
export function variableNameProblem(name: string): string | undefined {
  const whose = reservedMemberNames.has(name) ? 'language' : sdkMemberNames.has(name) ? 'SDK' : undefined;
  return whose === undefined ? undefined : `the ${whose} reserves the name "${name}". Choose another.`;
}

/** Returns the problem of a unit's name, apart from its spelling. */
export function nameProblem(name: string): string | undefined {
  if (name.length > maxNameLength)
    return `"${name}" has ${name.length} characters, but a unit's name can have at most ${maxNameLength}. Choose a shorter one.`;
  const unit = className(name);
  if (dialectNames.has(unit))
    return `the name "${name}" makes the class ${unit}, which the language already defines. Choose another.`;
  return undefined;
}
