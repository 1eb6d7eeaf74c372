import { along, distance, draw, set, setLine } from './drawing.js';

/**
 * Draws one body and returns a function that moves it. `size` is its width [drawing px], `reach`
 * the smallest and largest distance of its two ends over the run.
 * @typedef {(ends: import('./drawing.js').Point[]) => void} Move
 * @typedef {(parent: Element, size: number, reach: [number, number]) => Move} Body
 */

/** Default width of each kind, relative to the greater side of the drawing. */
export const defaultSize = { rod: 0.03, cylinder: 0.036, mass: 0.07, ground: 0.06, pin: 0.018 };

/** @type {Record<string, Body>} */
export const bodies = { rod, cylinder, mass, ground, pin };

/** @type {Body} */
function rod(parent, size) {
  const edge = draw(parent, 'line', { class: 'edge', 'stroke-width': size, 'stroke-linecap': 'round' });
  const fill = draw(parent, 'line', {
    class: 'steel',
    'stroke-width': size - 2.5,
    'stroke-linecap': 'round',
  });
  return ([from, to]) => {
    setLine(edge, from, to);
    setLine(fill, from, to);
  };
}

/**
 * Draws a cylinder. The barrel has a fixed length of 0.9 times the smallest distance of the ends.
 * The length of the rod centres the travel of the piston in the barrel.
 * @type {Body}
 */
function cylinder(parent, size, [least, greatest]) {
  const barrel = 0.9 * least;
  const rodLength = (least + greatest - barrel) / 2;
  const shaft = draw(parent, 'line', { class: 'edge', 'stroke-width': 0.36 * size });
  const shine = draw(parent, 'line', { class: 'shine', 'stroke-width': 0.36 * size - 2 });
  const edge = draw(parent, 'line', { class: 'edge', 'stroke-width': size });
  const oil = draw(parent, 'line', { class: 'oil', 'stroke-width': size - 2.5 });
  const back = draw(parent, 'line', { class: 'oil return', 'stroke-width': size - 2.5 });
  const inner = draw(parent, 'line', { class: 'edge', 'stroke-width': 0.3 * size });
  const piston = draw(parent, 'line', { class: 'edge', 'stroke-width': size - 2.5 });
  return ([from, to]) => {
    const length = distance(from, to);
    const share = (/** @type {number} */ d) => along(from, to, d / length);
    const at = Math.max(0, Math.min(barrel, length - rodLength));
    setLine(shaft, share(barrel), to);
    setLine(shine, share(barrel), to);
    setLine(edge, from, share(barrel));
    setLine(oil, share(1.25), share(at));
    setLine(back, share(at), share(barrel - 1.25));
    setLine(inner, share(at), share(barrel));
    setLine(piston, share(at - 2), share(at + 2));
  };
}

/** @type {Body} */
function mass(parent, size) {
  const disc = draw(parent, 'circle', { class: 'mass', r: size / 2 });
  return ([at]) => set(disc, { cx: at[0], cy: at[1] });
}

/** @type {Body} */
function ground(parent, size) {
  const half = size / 2;
  const group = draw(parent, 'g', { class: 'ground' });
  draw(group, 'path', { d: `M0 0 L${-half} ${size} H${half} Z`, class: 'foot' });
  draw(group, 'path', { d: `M${-1.5 * half} ${size} H${1.5 * half}`, class: 'base' });
  const hatch = [-1.2, -0.6, 0, 0.6, 1.2].map((k) => `M${k * half} ${size} l${-0.4 * half} ${0.4 * half}`);
  draw(group, 'path', { d: hatch.join(' '), class: 'hatch' });
  return ([at]) => set(group, { transform: `translate(${at[0]} ${at[1]})` });
}

/** @type {Body} */
function pin(parent, size) {
  const disc = draw(parent, 'circle', { class: 'pin', r: size / 2 });
  return ([at]) => set(disc, { cx: at[0], cy: at[1] });
}
