import { bodies, defaultSize } from './bodies.js';
import { along, distance, draw, set } from './drawing.js';
import { heldAt } from './sample.js';

/** Greater side of the drawing on its own grid [px]. */
const side = 400;
/** Times at which the reach of cylinders and the paths of masses are sampled. */
const looks = 600;

/**
 * Draws the scene into an SVG and moves it with the clock.
 * @param {SVGElement} svg
 * @param {import('../data.ts').SceneData} scene
 * @param {(run: number, column: string) => import('./decode.js').Samples} samples
 * @param {import('./clock.js').Clock} clock
 */
export function createScene(svg, scene, samples, clock) {
  const runs = scene.ghost < 0 ? [scene.run] : [scene.ghost, scene.run];
  const boxes = runs.map((run) => bounds(scene, run, samples));
  const box = boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
  const metre = side / Math.max(box[2] - box[0], box[3] - box[1], 1e-9);
  const margin = 0.1 * side;
  const width = (box[2] - box[0]) * metre + 2 * margin;
  const height = (box[3] - box[1]) * metre + 2 * margin;
  set(svg, { viewBox: `${box[0] * metre - margin} ${-box[3] * metre - margin} ${width} ${height}` });
  scaleBar(svg, metre, box[0] * metre - 0.6 * margin, -box[1] * metre + 0.7 * margin);

  for (const run of runs) {
    /** @param {string} name @param {number} t @returns {import('./drawing.js').Point} */
    const at = (name, t) => {
      const { x, y } = scene.points[name];
      const value = (/** @type {string | number} */ c) =>
        typeof c === 'number' ? c : heldAt(samples(run, c), t);
      return [value(x) * metre, -value(y) * metre];
    };
    const layer = draw(svg, 'g', { class: run === scene.run ? 'bodies' : 'bodies ghost' });
    for (const body of scene.bodies)
      if (body.kind === 'mass') path(layer, clock, (t) => at(body.at ?? '', t));
    const moves = scene.bodies.map((body) => place(layer, body, metre, clock, at));
    const update = () => {
      for (const move of moves) move();
    };
    clock.time.on(update);
    update();
  }
}

/**
 * @param {Element} layer
 * @param {import('../report.ts').SceneBody} body
 * @param {number} metre
 * @param {import('./clock.js').Clock} clock
 * @param {(name: string, t: number) => import('./drawing.js').Point} at
 */
function place(layer, body, metre, clock, at) {
  const names = body.at === undefined ? [body.from ?? '', body.to ?? ''] : [body.at];
  const size = body.size === undefined ? defaultSize[body.kind] * side : body.size * metre;
  const ends = (/** @type {number} */ t) => names.map((name) => at(name, t));
  const lengths =
    names.length < 2
      ? [0]
      : times(clock)
          .map((t) => ends(t))
          .map(([from, to]) => distance(from, to));
  const move = bodies[body.kind](layer, size, [least(lengths), -least(lengths.map((length) => -length))]);
  const label = body.label === undefined ? null : draw(layer, 'text', { class: 'name' });
  if (label) label.textContent = body.label ?? '';
  return () => {
    const now = ends(clock.time.get());
    if (!now.flat().every(Number.isFinite)) return;
    move(now);
    if (!label) return;
    const [x, y] = now.length === 1 ? now[0] : along(now[0], now[1], 0.5);
    set(label, { x: x + size / 2 + 5, y: y - size / 2 - 3 });
  };
}

/**
 * The whole path of a point, faint.
 * @param {Element} layer
 * @param {import('./clock.js').Clock} clock
 * @param {(t: number) => import('./drawing.js').Point} at
 */
function path(layer, clock, at) {
  const places = times(clock)
    .map(at)
    .filter((point) => point.every(Number.isFinite));
  draw(layer, 'path', {
    class: 'path',
    d: `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`,
  });
}

/**
 * A bar of 1, 2 or 5 × 10^k m, about a fifth of the drawing.
 * @param {Element} svg
 * @param {number} metre
 * @param {number} x
 * @param {number} y
 */
function scaleBar(svg, metre, x, y) {
  const wanted = (0.25 * side) / metre;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const length = power * (wanted / power >= 5 ? 5 : wanted / power >= 2 ? 2 : 1);
  draw(svg, 'path', { class: 'scale', d: `M${x} ${y - 4}v4h${length * metre}v-4` });
  const text = draw(svg, 'text', { class: 'scale', x: x + length * metre + 6, y: y + 1 });
  text.textContent = `${Number(length.toPrecision(1))} m`;
}

/**
 * Least and greatest x and y of all points [m]: [x0, y0, x1, y1].
 * @param {import('../data.ts').SceneData} scene
 * @param {number} run
 * @param {(run: number, column: string) => import('./decode.js').Samples} samples
 */
function bounds(scene, run, samples) {
  const values = (/** @type {string | number} */ c) =>
    typeof c === 'number' ? [c] : Array.from(samples(run, c).v).filter(Number.isFinite);
  const places = Object.values(scene.points);
  const xs = places.flatMap(({ x }) => values(x));
  const ys = places.flatMap(({ y }) => values(y));
  return [least(xs), least(ys), -least(xs.map((x) => -x)), -least(ys.map((y) => -y))];
}

/** @param {number[]} values */
function least(values) {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

/** @param {import('./clock.js').Clock} clock */
function times(clock) {
  return Array.from({ length: looks + 1 }, (_, k) => clock.start + ((clock.end - clock.start) * k) / looks);
}
