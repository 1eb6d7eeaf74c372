import { standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { integrators } from '../../../fmu-sdk/solver/solver-registry.ts';
import { autoScheme } from '../../advise/auto-scheme.ts';
import { couplings } from '../../coupling/scheme-registry.ts';
import type { CommandDeclaration } from '../option-declaration.ts';

/** Known values of options, by option name. Custom modules (`--use`) may add others. */
const values: Readonly<Record<string, readonly string[]>> = {
  scheme: [...couplings.all, autoScheme].map(({ name }) => name),
  solver: integrators.all.map(({ name }) => name),
  explain: standardRules.map(({ id }) => id),
};

/** Adds the known values to options that declare no choices. */
export function withSuggestedValues(command: CommandDeclaration): CommandDeclaration {
  const options = command.options.map((option) => {
    const known = option.choices.length === 0 && Object.hasOwn(values, option.name);
    return known ? { ...option, choices: values[option.name] } : option;
  });
  return { ...command, options };
}
