import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { integrators } from '../../../fmu-sdk/solver/solver-registry.ts';
import { auto } from '../../advise/auto-scheme.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import type { Declared } from '../option-declaration.ts';

/** Values of options, by the options' names, that a shell offers, and beside which there may be others (`--use`). */
const values: Readonly<Record<string, readonly string[]>> = {
  scheme: [...couplings.all, auto].map(({ name }) => name),
  solver: integrators.all.map(({ name }) => name),
  explain: standardRules.map(({ id }) => id),
};

/** A command with the values that are known of options which declare no choices. */
export function suggested(command: Declared): Declared {
  const options = command.options.map((option) => {
    const known = option.choices.length === 0 && Object.hasOwn(values, option.name);
    return known ? { ...option, choices: values[option.name] } : option;
  });
  return { ...command, options };
}
