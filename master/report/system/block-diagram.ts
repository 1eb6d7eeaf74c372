import type { CheckedSystem } from '../../system/system.ts';
import { html } from '../html/escape-html.ts';
import { type Area, areaOf, type Curve, type Point, placeOf, pointsOf } from './diagram-texts.ts';

const [boxWidth, tall, gapX, gapY, edge] = [150, 46, 110, 34, 24];

interface Arrow {
  from: number;
  to: number;
  text: string[];
  bond?: string;
}

/**
 * Draws the system as a block diagram in SVG: a box for each unit, an arrow for all connections
 * from one unit to another, thick for bonds. The column of a unit is the longest path of
 * connections to it, without backward connections.
 */
export function diagram(system: CheckedSystem): string {
  const { units } = system;
  const arrows = arrowsOf(system);
  const layers = layersOf(units.length, arrows);
  const rows = new Map<number, number>();
  const most = Math.max(...layers.map((layer) => layers.filter((candidate) => candidate === layer).length));
  const boxes = units.map((_, k) => {
    const layer = layers[k];
    const row = rows.get(layer) ?? 0;
    rows.set(layer, row + 1);
    const count = layers.filter((candidate) => candidate === layer).length;
    const high = (tall + gapY) * (row + (most - count) / 2);
    return { x: edge + layer * (boxWidth + gapX), y: edge + 30 + high };
  });
  const width = edge * 2 + (Math.max(...layers) + 1) * (boxWidth + gapX) - gapX;
  const height = edge * 2 + 60 + most * (tall + gapY);
  const curves = arrows.map(({ from, to }) => curveOf(boxes[from], boxes[to], height));
  const points = curves.map(pointsOf);
  const occupied = points.flat();
  const labels: Area[] = [];
  // Texts come after lines, so that they are on top.
  const drawn = arrows.map((arrow, k) => {
    const words = wordsOf(arrow);
    const blocked = [...labels, ...boxes.map(({ x, y }) => ({ x, y, width: boxWidth, height: tall }))];
    const place = placeOf(words, points[k], occupied, blocked, height);
    labels.push(areaOf(words, place));
    return arrowSvg(arrow, curves[k], words, place);
  });
  const lines = [...drawn.map(({ line }) => line), ...drawn.map(({ label }) => label)];
  const blocks = units.map(({ name, description }, k) => {
    const { x, y } = boxes[k];
    return `<g class="unit"><title>${html(description.description ?? description.modelName)}</title><rect x="${x}" y="${y}" width="${boxWidth}" height="${tall}" rx="6"/>
<text x="${x + boxWidth / 2}" y="${y + 20}" class="of">${html(short(name, 20))}</text><text x="${x + boxWidth / 2}" y="${y + 36}" class="kind">${html(short(description.modelName, 24))}</text></g>`;
  });
  return `<svg class="diagram" role="img" aria-label="Block diagram of the system" viewBox="0 0 ${width} ${height}" width="${width}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>
${lines.join('\n')}
${blocks.join('\n')}
</svg>`;
}

/** Returns one arrow for all connections between two units, and a separate one for a bond. */
function arrowsOf({ connections, bonds, joints = [], subassemblies = [] }: CheckedSystem): Arrow[] {
  const arrows = new Map<string, Arrow>();
  const add = (from: number, to: number, text: string, bond?: string): void => {
    const key = `${from} ${to} ${bond ?? ''}`;
    const arrow = arrows.get(key) ?? { from, to, text: [], bond };
    arrow.text.push(text);
    arrows.set(key, arrow);
  };
  for (const connection of connections) {
    const { from, to } = connection;
    const bond = bonds.find(({ terms }) =>
      terms.some(
        ({ effort, flow }) =>
          effort === connection ||
          flow === connection ||
          sameWay(effort, connection) ||
          sameWay(flow, connection),
      ),
    );
    add(from.unit, to.unit, `${from.variable.name} → ${to.variable.name}`, bond?.name);
  }
  for (const { name, kind, A, B } of joints) {
    if (A.handle === undefined || B.handle === undefined) continue;
    add(
      subassemblies[A.handle.subassembly].unit,
      subassemblies[B.handle.subassembly].unit,
      `${name}: ${kind}`,
      name,
    );
  }
  return [...arrows.values()];
}

type Way = CheckedSystem['connections'][number];

function sameWay(a: Way, b: Way): boolean {
  const same = (p: Way['from'], q: Way['from']): boolean =>
    p.unit === q.unit && p.variable.valueReference === q.variable.valueReference;
  return same(a.from, b.from) && same(a.to, b.to);
}

/**
 * Returns the depth of each unit. An arrow to a unit that is being visited goes back and does not
 * count.
 */
function layersOf(count: number, arrows: readonly Arrow[]): number[] {
  const depth = new Array<number>(count).fill(-1);
  const open = new Set<number>();
  const visit = (unit: number): number => {
    if (depth[unit] >= 0) return depth[unit];
    open.add(unit);
    let deepest = 0;
    for (const { from, to } of arrows)
      if (to === unit && !open.has(from)) deepest = Math.max(deepest, visit(from) + 1);
    open.delete(unit);
    depth[unit] = deepest;
    return deepest;
  };
  return Array.from({ length: count }, (_, unit) => visit(unit));
}

/** Returns a curve from the side of a box to a box further right, else from bottom to bottom. */
function curveOf(a: Point, b: Point, height: number): Curve {
  if (b.x > a.x) {
    const [x1, y1, x2, y2] = [a.x + boxWidth, a.y + tall * 0.32, b.x, b.y + tall * 0.32];
    return [
      { x: x1, y: y1 },
      { x: x1 + gapX * 0.5, y: y1 },
      { x: x2 - gapX * 0.5, y: y2 },
      { x: x2, y: y2 },
    ];
  }
  const [x1, y1, x2, y2] = [a.x + boxWidth / 2 + 12, a.y + tall, b.x + boxWidth / 2 - 12, b.y + tall];
  const low = Math.min(height - 8, Math.max(y1, y2) + 42);
  return [
    { x: x1, y: y1 },
    { x: x1, y: low },
    { x: x2, y: low },
    { x: x2, y: y2 },
  ];
}

function wordsOf({ text, bond }: Arrow): string {
  const label = text.length === 1 ? text[0].split(' → ')[0] : `${text.length} signals`;
  return short(bond === undefined ? label : `${bond}: ${label}`, 18);
}

function arrowSvg(
  { text, bond }: Arrow,
  [a, b, c, d]: Curve,
  words: string,
  { x, y }: Point,
): { line: string; label: string } {
  const path = `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`;
  const mark = bond === undefined ? '' : ` data-bond="${html(bond)}"`;
  const kind = bond === undefined ? 'arrow' : 'arrow bond';
  const title = `<title>${html([...(bond === undefined ? [] : [`bond ${bond}`]), ...text].join('\n'))}</title>`;
  return {
    line: `<g class="${kind}">${title}<path d="${path}" marker-end="url(#tip)" stroke="currentColor"${mark}/></g>`,
    label: `<g class="${kind}">${title}<text x="${x}" y="${y}">${html(words)}</text></g>`,
  };
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
