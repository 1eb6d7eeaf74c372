import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../fmu-sdk/check/relations/action.ts';
import { differenceBetween } from '../../../fmu-sdk/check/relations/difference.ts';
import { status } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { specimenTarget } from './injected-faults.ts';

const solved = (() => {
  const target = specimenTarget(3, 'coSimulation');
  const { description } = target;
  const variables = description.variables.map((v) =>
    v.name === 'z'
      ? { ...v, derivative: description.variables.find(({ name }) => name === 'x')!.valueReference }
      : v,
  );
  const rate = variables.findIndex(({ name }) => name === 'z');
  return {
    ...target,
    description: { ...description, variables, continuousStateDerivatives: [{ variable: rate }] },
  };
})();

/** Returns what a reading of the state x and its derivative z shows. */
function shown(x: number, z: number): Answer {
  const values = { x, z };
  const entries = (['x', 'z'] as const).map((name) => {
    const variable = solved.description.variables.find((v) => v.name === name)!;
    return [`"${name}"`, { values: [values[name]], variable }] as const;
  });
  return { status: status.ok, shown: new Map(entries) };
}

describe('values of two sequences of co-simulation', () => {
  it('differ slightly if the solver took other steps and only a derivative is beyond the tolerance', () => {
    expect(differenceBetween(solved, shown(1, 3), shown(1 + 1e-6, 4))?.size).toBe('small');
  });

  it('differ much if a derivative does and the states are equal', () => {
    expect(differenceBetween(solved, shown(1, 3), shown(1, 4))?.size).toBe('large');
  });

  it('differ much if a state does', () => {
    expect(differenceBetween(solved, shown(1, 3), shown(1.1, 4))?.size).toBe('large');
  });
});
