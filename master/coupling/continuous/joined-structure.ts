import type { ContinuousInstance } from '../../../fmu-sdk/host/instance/continuous-instance.ts';
import { inputsOf, type Source, type Stage } from './evaluation-order.ts';

/**
 * Returns for each joined ẋᵢ the states on which it depends, by the model structures and
 * connections. Undefined if a unit's derivatives are not scalar.
 */
export function joinedStructure(
  units: readonly ContinuousInstance[],
  sources: readonly Source[],
  stages: readonly Stage[],
): number[][] | undefined {
  const places = placesOf(units);
  if (places === undefined) return undefined;
  const into = feedsOf(units.length, sources);
  const known = sources.map(() => new Set<number>());
  /** Columns of variables of a unit, by value reference. Undefined selects all its columns. */
  const columnsOf = (unit: number, variables: ReadonlySet<number> | undefined): number[] => {
    const all = variables === undefined;
    const states = [...places[unit]].filter(([reference]) => all || variables.has(reference));
    const fed = into[unit].filter(({ reference }) => all || variables.has(reference));
    return [...states.map(([, column]) => column), ...fed.flatMap(({ source }) => [...known[source]])];
  };
  for (const { sources: together, loop: waiting } of stages) {
    const columnLists = together.map((s) => {
      const { unit, variable } = sources[s];
      const stateColumn = places[unit].get(variable.valueReference);
      const inputs = inputsOf(units[unit].description, variable);
      if (stateColumn !== undefined && inputs?.size === 0) return [stateColumn];
      return columnsOf(unit, dependenciesOf(units[unit], variable.valueReference));
    });
    // Members of a loop share their dependencies.
    const loop = waiting ? columnLists.flat() : undefined;
    together.forEach((s, k) => {
      for (const column of loop ?? columnLists[k]) known[s].add(column);
    });
  }
  return units.flatMap(({ description }, unit) =>
    description.continuousStateDerivatives.map(({ dependencies }) => {
      const references = dependencies?.map((i) => description.variables[i].valueReference);
      return [...new Set(columnsOf(unit, references && new Set(references)))];
    }),
  );
}

/** Returns the columns of the states of each unit, by value reference. */
function placesOf(units: readonly ContinuousInstance[]): Map<number, number>[] | undefined {
  let column = 0;
  const places: Map<number, number>[] = [];
  for (const { description, x } of units) {
    const { continuousStateDerivatives, variables } = description;
    const derivatives = continuousStateDerivatives.map(({ variable }) => variables[variable]);
    if (derivatives.length !== x.length) return undefined;
    if (derivatives.some(({ dimensions, derivative }) => dimensions.length > 0 || derivative === undefined))
      return undefined;
    places.push(new Map(derivatives.map(({ derivative = 0 }) => [derivative, column++])));
  }
  return places;
}

function feedsOf(count: number, sources: readonly Source[]): { reference: number; source: number }[][] {
  const into = Array.from({ length: count }, (): { reference: number; source: number }[] => []);
  sources.forEach(({ connections }, source) => {
    for (const { to } of connections) into[to.unit].push({ reference: to.variable.valueReference, source });
  });
  return into;
}

/** Returns the inputs and states on which an output depends. Undefined if they are unknown. */
function dependenciesOf(
  { description }: ContinuousInstance,
  output: number,
): ReadonlySet<number> | undefined {
  const { outputs, variables } = description;
  const outputEntry = outputs.find(({ variable }) => variables[variable].valueReference === output);
  return (
    outputEntry?.dependencies && new Set(outputEntry.dependencies.map((i) => variables[i].valueReference))
  );
}
