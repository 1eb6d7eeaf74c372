/**
 * Point in pixels of the drawing grid, or in metres. The y axis points up in metres and down in
 * pixels.
 * @typedef {[number, number]} Point
 */

/**
 * @param {Element} parent
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
export function draw(parent, tag, attributes) {
  const made = document.createElementNS(parent.namespaceURI, tag);
  set(made, attributes);
  parent.append(made);
  return made;
}

/**
 * @param {Element} target
 * @param {Record<string, string | number>} attributes
 */
export function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, String(value));
}

/**
 * @param {Element} target
 * @param {Point} from
 * @param {Point} to
 */
export function setLine(target, from, to) {
  set(target, { x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
}

/**
 * Returns the point at a share of the way.
 * @param {Point} from
 * @param {Point} to
 * @param {number} share
 * @returns {Point}
 */
export function along(from, to, share) {
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

/**
 * @param {Point} from
 * @param {Point} to
 */
export function distance(from, to) {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}
