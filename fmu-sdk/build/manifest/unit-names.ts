import { className } from './manifest.ts';

/** Letters that the name of a unit may have. */
const longest = 64;

/** Names of the dialect, or of its plain run, that a class or an enumeration would hide from the unit itself. */
export const ofDialect: ReadonlySet<string> = new Set(['Infinity', 'Math', 'Object', 'StaticArray']);

/** Words that no member of a class can be named by in both AssemblyScript and TypeScript. */
const noMembers: ReadonlySet<string> = new Set(
  'abstract declare override private protected public static undefined'.split(' '),
);

/** Names that the class of a unit's variables, and the one that it extends, need for themselves. */
const ofUnits: ReadonlySet<string> = new Set(
  (
    '__proto__ constructor time stepStart polynomials internalStep initialize doStep inputsAt holdInputs partial ' +
    'eventNeeded timeEvent onEvent nextEventTime hasEvents clockCount clockKind clockIsInput clockActive setClock ' +
    'clockInterval setClockInterval clockShift derivatives largestStep stoppedAt stateCount state setState ' +
    'stateDerivative indicatorCount indicator integration setClockShift clockResolution keepPrevious keepSides crossing ' +
    'sidesKept crowded'
  ).split(' '),
);

/** What keeps a name from being that of a variable. */
export function variableNameProblem(name: string): string | undefined {
  const whose = noMembers.has(name) ? 'language' : ofUnits.has(name) ? 'SDK' : undefined;
  return whose === undefined ? undefined : `the name "${name}" is the ${whose}'s. Choose another.`;
}

/** What keeps a name from being that of a unit, beside its spelling. */
export function nameProblem(name: string): string | undefined {
  if (name.length > longest)
    return `"${name}" has ${name.length} characters, and a unit's name has at most ${longest}. Choose a shorter one.`;
  const unit = className(name);
  if (ofDialect.has(unit))
    return `the name "${name}" makes the class ${unit}, which the language has already. Choose another.`;
  return undefined;
}
