import {
  elementCount,
  type ModelDescription,
  type Unknown,
  type Variable,
} from '../../../description/description.ts';
import { indexText } from '../../../description/tables/element-index.ts';

/**
 * Returns the names of the i-th continuous state and of its derivative, if the model structure
 * lists them.
 */
export function stateName(description: ModelDescription, i: number): { state: string; derivative: string } {
  const match = elementAt(description, description.continuousStateDerivatives, i);
  if (match === undefined) return { state: `continuous state ${i + 1}`, derivative: `derivative ${i + 1}` };
  const { variable, element } = match;
  const state = description.variables.find(({ valueReference }) => valueReference === variable.derivative);
  const derivative = `${variable.name}${element}`;
  return {
    state: state === undefined ? `the state of ${derivative}` : `${state.name}${element}`,
    derivative,
  };
}

/**
 * Returns the name of the i-th event indicator, or a number for FMI 1.0 and 2.0, which do not name them.
 */
export function indicatorName(description: ModelDescription, i: number): string {
  const indicator = elementAt(description, description.eventIndicators, i);
  return indicator === undefined
    ? `event indicator ${i + 1}`
    : `${indicator.variable.name}${indicator.element}`;
}

function elementAt(
  { variables }: ModelDescription,
  unknowns: readonly Unknown[],
  i: number,
): { variable: Variable; element: string } | undefined {
  let before = 0;
  for (const unknown of unknowns) {
    const variable = variables[unknown.variable];
    const count = elementCount(variable);
    if (i < before + count) return { variable, element: indexText(variable, i - before) };
    before += count;
  }
  return undefined;
}
