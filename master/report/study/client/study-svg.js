import { draw } from '../../client/drawing.js';
import { clipped } from './study-axis.js';

/** Inner edges of a study plot in its drawing [px]. */
export const studyBox = { width: 520, height: 300, right: 20, top: 12, bottom: 52 };
/** Room for a character of a mark, at the font size of phones [px]. */
const character = 9;

/**
 * Plot area with axes. `x` and `y` map shares of the axes to pixels.
 * @typedef {{ svg: SVGElement, x: (share: number) => number, y: (share: number) => number }} StudyPlot
 */

/**
 * Adds an empty plot with its heading to a host.
 * @param {HTMLElement} host
 * @param {string} heading
 * @param {{ width?: number, height?: number }} [size]
 */
export function studyFigure(host, heading, { width = studyBox.width, height = studyBox.height } = {}) {
  const figure = document.createElement('figure');
  figure.className = 'plot study-plot';
  const caption = document.createElement('figcaption');
  caption.textContent = heading;
  const svg = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', heading);
  figure.append(caption, svg);
  host.append(figure);
  return { figure, svg, caption };
}

/**
 * Draws the axes of a plot.
 * @param {SVGElement} svg
 * @param {{ axis: import('./study-axis.js').StudyAxis, name: string }} across
 * @param {{ axis: import('./study-axis.js').StudyAxis, name: string }} up
 * @returns {StudyPlot}
 */
export function studyAxes(svg, across, up) {
  const { width, height, right, top, bottom } = studyBox;
  const left = 28 + character * Math.max(4, ...up.axis.marks.map(({ text }) => text.length));
  const x = (/** @type {number} */ share) => left + share * (width - left - right);
  const y = (/** @type {number} */ share) => height - bottom - share * (height - top - bottom);
  draw(svg, 'rect', {
    ...{ class: 'area', x: left, y: top, width: width - left - right, height: height - top - bottom },
  });
  const { marks } = across.axis;
  const widest = character * (1 + Math.max(0, ...marks.map(({ text }) => text.length)));
  const every = Math.max(1, Math.ceil((marks.length * widest) / (width - left - right)));
  for (const [k, { at, text }] of marks.entries()) {
    draw(svg, 'path', { class: 'grid', d: `M${x(at)} ${y(0)}V${top}` });
    if (k % every === 0) words(svg, [x(at), y(0) + 17], text);
  }
  for (const { at, text } of up.axis.marks) {
    draw(svg, 'path', { class: 'grid', d: `M${left} ${y(at)}H${width - right}` });
    words(svg, [left - 6, y(at) + 4], text, { anchor: 'end' });
  }
  words(svg, [(left + width - right) / 2, height - 14], across.name, { kind: 'axis' });
  const turned = words(svg, [0, 0], clipped(up.name, 30), { kind: 'axis' });
  turned.setAttribute('transform', `translate(14 ${(top + height - bottom) / 2}) rotate(-90)`);
  return { svg, x, y };
}

/**
 * Writes a text, centred by default.
 * @param {Element} parent
 * @param {[x: number, y: number]} at
 * @param {string} text
 * @param {{ anchor?: string, kind?: string }} [look]
 */
export function words(parent, [x, y], text, { anchor = 'middle', kind = '' } = {}) {
  const made = draw(parent, 'text', { x, y, 'text-anchor': anchor, class: kind });
  made.textContent = text;
  return made;
}

/**
 * Calls back with the position of a click or of the pointer in the drawing.
 * @param {SVGElement} svg
 * @param {'click' | 'pointermove'} kind
 * @param {(x: number, y: number) => void} then
 */
export function atPointer(svg, kind, then) {
  svg.addEventListener(kind, (event) => {
    const { left, top, width } = svg.getBoundingClientRect();
    const scale = Number(svg.getAttribute('viewBox')?.split(' ')[2]) / width;
    const { clientX, clientY } = /** @type {MouseEvent} */ (event);
    then((clientX - left) * scale, (clientY - top) * scale);
  });
}
