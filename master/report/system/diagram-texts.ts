export interface Point {
  x: number;
  y: number;
}

export interface Area extends Point {
  width: number;
  height: number;
}

/** Returns points along a polyline, in its order, with equal distances. */
export function pointsOf(line: readonly Point[]): Point[] {
  const lengths = line.slice(1).map((b, k) => Math.abs(b.x - line[k].x) + Math.abs(b.y - line[k].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: samples }, (_, k) => {
    let rest = (whole * k) / (samples - 1);
    let part = 0;
    while (part < lengths.length - 1 && rest > lengths[part]) rest -= lengths[part++];
    const [a, b] = [line[part], line[part + 1]];
    const share = lengths[part] > 0 ? rest / lengths[part] : 0;
    return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
  });
}

/** Number of points along a line. */
const samples = 49;

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
  const places = [0, 3, 6, 9, 12, 15, 18, 20, 22]
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
