import { someNames } from '../../../fmu-sdk/util/printable.ts';
import { html } from '../html/escape-html.ts';
import type { RunForPage } from './pack-run.ts';

/** Returns a note on a run in which no recorded value changes, with the inputs that may be set. */
export function stillNote({ result: { columns }, system }: RunForPage): string {
  const [, ...values] = columns;
  if (system === undefined || values.length === 0) return '';
  if (!values.every(({ data }) => data.every((x) => x === data[0]))) return '';
  const driven = new Set(system.inputs.map(({ port }) => port.variable));
  for (const { to } of system.connections) driven.add(to.variable);
  const free = system.units.flatMap(({ name, description: { variables } }) =>
    variables
      .filter((variable) => variable.causality === 'input' && !driven.has(variable))
      .map((variable) => (system.units.length === 1 ? variable.name : `${name}.${variable.name}`)),
  );
  const next =
    free.length === 0
      ? ''
      : ` The inputs keep their start values: ${someNames(free)}. Set one with --set ${free[0]}=1, or drive it with --input.`;
  return `<p class="note">${html(`No recorded value changes during this run.${next}`)}</p>\n`;
}
