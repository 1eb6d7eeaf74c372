import { digits } from './format.js';
import { valueAt } from './sample.js';

/**
 * Creates a button for each series, which shows or hides it, with its value at the time of the
 * clock.
 * @param {Element} list
 * @param {import('./plot.js').Line[]} lines
 * @param {import('./format.js').Quantity} quantity
 * @param {import('./clock.js').Clock} clock
 * @param {(place: number, visible: boolean) => void} show
 */
export function createLegend(list, lines, quantity, clock, show) {
  const values = lines.map((line, place) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-pressed', 'true');
    const swatch = element('span', `swatch dash${line.dash} c${line.colour}`);
    const label = element('span', 'label');
    label.textContent = line.label;
    const value = element('span', 'value');
    button.append(swatch, label, value);
    button.addEventListener('click', () => {
      const visible = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(visible));
      show(place, visible);
    });
    const item = document.createElement('li');
    item.append(button);
    list.append(item);
    return value;
  });
  const update = () => {
    for (const [place, line] of lines.entries()) {
      const value = valueAt(line.samples, clock.time.get());
      values[place].textContent = `${digits(value / quantity.factor)} ${quantity.unit}`;
    }
  };
  clock.time.on(update);
  update();
}

/**
 * @param {string} tag
 * @param {string} classes
 */
function element(tag, classes) {
  const made = document.createElement(tag);
  made.className = classes;
  return made;
}
