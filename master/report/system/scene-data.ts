import { drawingOf } from '../../../fmu-sdk/description/annotations/drawing-annotation.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { PagePoint, PageScene } from './run-page-data.ts';

/**
 * Combines the drawings of all units that declare one and record its coordinates. Returns messages
 * about other units.
 */
export function sceneOf(
  { units, record }: CheckedSystem,
  columns: readonly { name: string }[],
): { scene?: PageScene; messages: string[] } {
  const recorded = new Set(columns.map(({ name }) => name));
  const scene: PageScene = { points: {}, bodies: [] };
  const messages: string[] = [];
  for (const { name, description } of units) {
    const drawing = drawingOf(description);
    if (drawing === undefined) continue;
    if (typeof drawing === 'string') {
      messages.push(`${name} declares an invalid drawing: ${drawing}.`);
      continue;
    }
    const column = (place: string | number): string | number =>
      typeof place === 'number' || !record.prefix ? place : `${name}.${place}`;
    const qualify = (point: string): string => `${name}/${point}`;
    const points = Object.entries(drawing.points).map(([point, where]): [string, PagePoint] => [
      qualify(point),
      'x' in where
        ? { x: column(where.x), y: column(where.y) }
        : { from: qualify(where.from), to: qualify(where.to), at: where.at },
    ]);
    const missing = points
      .flatMap(([, point]) => ('x' in point ? [point.x, point.y] : []))
      .filter((place) => typeof place === 'string' && !recorded.has(place));
    if (missing.length > 0) {
      messages.push(
        `${name} is not drawn, because its coordinates are not recorded. Record ${[...new Set(missing)].join(', ')}.`,
      );
      continue;
    }
    Object.assign(scene.points, Object.fromEntries(points));
    scene.bodies.push(
      ...drawing.bodies.map(({ from, to, at, ...body }) => ({
        ...body,
        ...(from === undefined ? {} : { from: qualify(from) }),
        ...(to === undefined ? {} : { to: qualify(to) }),
        ...(at === undefined ? {} : { at: qualify(at) }),
      })),
    );
  }
  return { ...(scene.bodies.length > 0 ? { scene } : {}), messages };
}
