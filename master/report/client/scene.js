import { bodies, defaultSize } from './bodies.js';
import { along, distance, draw, set } from './drawing.js';
import { heldAt } from './sample.js';
import { createView, extent, side } from './view.js';

/** Number of times at which the reach of cylinders and the paths of masses are sampled. */
const looks = 600;

/**
 * Draws the scene into an SVG and moves it with the clock.
 * @param {SVGElement} svg
 * @param {import('../report-data.ts').SceneData} scene
 * @param {(run: number, column: string) => import('./decode.js').Samples} samples
 * @param {import('./clock.js').Clock} clock
 */
export function createScene(svg, scene, samples, clock) {
  const runs = scene.ghost < 0 ? [scene.run] : [scene.ghost, scene.run];
  const metre = createView(svg, scene, runs, samples);
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
 * @param {import('../report-model.ts').SceneBody} body
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
      : instants(clock)
          .map((t) => ends(t))
          .map(([from, to]) => distance(from, to));
  const move = bodies[body.kind](layer, size, extent(lengths));
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
 * Draws the path of a point as a faint line.
 * @param {Element} layer
 * @param {import('./clock.js').Clock} clock
 * @param {(t: number) => import('./drawing.js').Point} at
 */
function path(layer, clock, at) {
  const places = instants(clock)
    .map(at)
    .filter((point) => point.every(Number.isFinite));
  if (places.length === 0) return;
  draw(layer, 'path', {
    class: 'path',
    d: `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`,
  });
}

/** @param {import('./clock.js').Clock} clock */
function instants(clock) {
  return Array.from({ length: looks + 1 }, (_, k) => clock.start + ((clock.end - clock.start) * k) / looks);
}
