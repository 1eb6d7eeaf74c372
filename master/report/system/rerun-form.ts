import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import { html } from '../html/escape-html.ts';
import type { Again, AgainField } from './run-page-data.ts';

/**
 * Renders the form that runs a system again: step, order, scheme and the parameters of each unit.
 */
export function againForm(again: Again): string {
  const { algorithm, units, connections = [] } = again.system;
  const several = Object.keys(units).length > 1 || connections.length > 0;
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].map((factor) =>
    Number((factor * algorithm.step).toPrecision(12)),
  );
  const schemes = [...new Set([algorithm.scheme, ...again.schemes])];
  return `<form class="again" aria-label="Run again">
<h2>Run again</h2>
<p class="note">The FMUs are part of this page and run here, in a thread of the browser.</p>
<div class="fields">
${row({
  id: 'step',
  label: 'Step H',
  control: `<input type="range" min="0" max="${steps.length - 1}" step="1" value="3" data-slides="step" data-values="${steps.join(' ')}" aria-label="Step H">`,
  input: `<input name="step" type="number" step="any" min="0" value="${algorithm.step}" required>`,
  unit: 's',
})}
${row({
  id: 'order',
  label: 'Order',
  control: select(
    'order',
    [
      ['', 'as in the system'],
      ['0', '0 constant'],
      ['1', '1 linear'],
      ['2', '2 quadratic'],
    ],
    '',
  ),
  hidden: !several,
})}
${row({
  id: 'scheme',
  label: 'Scheme',
  control: select(
    'scheme',
    schemes.map((name) => [name, name]),
    algorithm.scheme,
  ),
  hidden: !several,
})}
</div>
${Object.keys(units)
  .map((unit) => parameters(unit, again.fields))
  .join('\n')}
<div class="actions"><button type="submit" class="go">Run again</button><button type="button" class="stop" disabled>Stop</button><button type="reset">Reset</button>
<label><input type="checkbox" class="live" checked>on each change</label></div>
<progress max="1" value="0" hidden aria-label="Progress of the run"></progress>
<p class="status" role="status"></p>
<p class="note">Options of <code>fmu run</code>: <code class="command">as in the original run</code></p>
</form>`;
}

function parameters(unit: string, all: readonly AgainField[]): string {
  const unitFields = all.flatMap((field, k) => (field.unit === unit ? [{ field, k }] : []));
  if (unitFields.length === 0) return '';
  return `<details><summary>${html(unit)}: ${withNoun(unitFields.length, 'parameter')}</summary>
<div class="fields">
${unitFields.map(({ field, k }) => fieldRow(field, `field-${k}`)).join('\n')}
</div></details>`;
}

function fieldRow(field: AgainField, name: string): string {
  const about = field.description;
  if (field.items !== undefined)
    return row({
      id: name,
      label: field.name,
      control: select(
        name,
        field.items.map((item) => [item, item]),
        field.value,
      ),
      about,
    });
  const [low, high] = field.range ?? [0, 1];
  const step = field.whole === true ? '1' : 'any';
  const value = html(field.value);
  const slider =
    high > low
      ? `<input type="range" min="${low}" max="${high}" step="${step}" value="${value}" data-slides="${name}" aria-label="${html(field.name)}">`
      : '';
  return row({
    id: name,
    label: field.name,
    control: slider,
    input: `<input name="${name}" id="${name}" type="number" step="any" value="${value}" required>`,
    unit: field.unitOfMeasure === '1' ? '' : field.unitOfMeasure,
    about,
  });
}

/** Row of the form: a label, a control, an input for the value of a slider, a unit of measure. */
interface FormRow {
  id: string;
  label: string;
  /** Slider or list. */
  control: string;
  input?: string;
  unit?: string;
  hidden?: boolean;
  /** Description below the row. */
  about?: string;
}

/** Renders a row. Its input gets the id of the row. */
function row({ id, label, control, input = '', unit = '', hidden = false, about = '' }: FormRow): string {
  const named = input.includes(' id=') ? input : input.replace('<input ', `<input id="${id}" `);
  return `<div class="field"${hidden ? ' hidden' : ''}><label for="${id}">${html(label)}</label>${control}${named}<span class="unit">${html(unit)}</span>${about === '' ? '' : `<span class="about">${html(about)}</span>`}</div>`;
}

function select(name: string, items: readonly (readonly [string, string])[], chosen: string): string {
  const options = items.map(
    ([value, text]) =>
      `<option value="${html(value)}"${value === chosen ? ' selected' : ''}>${html(text)}</option>`,
  );
  return `<select name="${name}" id="${name}">${options.join('')}</select>`;
}
