export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

/** Cubic curve by its ends and two control points. */
export type Curve = readonly [Point, Point, Point, Point];

/** Returns points along a curve, in its order. */
export function pointsOf([a, b, c, d]: Curve): Point[] {
  return Array.from({ length: 49 }, (_, k) => {
    const t = k / 48;
    const u = 1 - t;
    const at = (of: (point: Point) => number): number =>
      u ** 3 * of(a) + 3 * u * u * t * of(b) + 3 * u * t * t * of(c) + t ** 3 * of(d);
    return { x: at(({ x }) => x), y: at(({ y }) => y) };
  });
}

/**
 * Returns the centre for a text: above or below its curve, near its middle, with the fewest line
 * crossings and without overlaps.
 */
export function placeOf(
  words: string,
  curve: readonly Point[],
  occupied: readonly Point[],
  blocked: readonly Area[],
  height: number,
): Point {
  const middle = (curve.length - 1) / 2;
  const places = [0, 4, 8, 12, 16, 20]
    .flatMap((aside) => [curve[middle - aside], curve[middle + aside]])
    .flatMap(({ x, y }) => [-7, 15, -14, 22].map((off) => ({ x, y: y + off })))
    .filter(({ y }) => y <= height - 4);
  const costs = places.map((place) => {
    const area = areaOf(words, place);
    const lines = occupied.filter((point) => holds(area, point)).length;
    return lines + 100 * blocked.filter((other) => meet(area, other)).length;
  });
  return places[costs.indexOf(Math.min(...costs))];
}

/** Returns the area of a centred text. */
export function areaOf(words: string, { x, y }: Point): Area {
  const width = 6 * words.length;
  return { x: x - width / 2, y: y - 11, width, height: 14 };
}

const holds = (area: Area, { x, y }: Point): boolean =>
  x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;

const meet = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
