import type { CheckedSystem } from '../../system/system.ts';
import { html } from '../escape.ts';

const [wide, tall, gapX, gapY, edge] = [150, 46, 110, 34, 24];

interface Arrow {
  from: number;
  to: number;
  text: string[];
  bond?: string;
}

/**
 * The system as a block diagram in SVG: a box a unit, an arrow for all connections from one unit to another, those of a bond thick.
 * Units stand in columns by the longest way of connections that leads to them, ways back left out.
 */
export function diagram(system: CheckedSystem): string {
  const { units } = system;
  const arrows = arrowsOf(system);
  const layers = layersOf(units.length, arrows);
  const rows = new Map<number, number>();
  const most = Math.max(...layers.map((layer) => layers.filter((each) => each === layer).length));
  const boxes = units.map((_, k) => {
    const layer = layers[k];
    const row = rows.get(layer) ?? 0;
    rows.set(layer, row + 1);
    const count = layers.filter((each) => each === layer).length;
    const high = (tall + gapY) * (row + (most - count) / 2);
    return { x: edge + layer * (wide + gapX), y: edge + 30 + high };
  });
  const width = edge * 2 + (Math.max(...layers) + 1) * (wide + gapX) - gapX;
  const height = edge * 2 + 60 + most * (tall + gapY);
  // All texts behind all lines: no line goes through a text.
  const drawn = arrows.map((arrow) => arrowSvg(arrow, boxes, height));
  const lines = [...drawn.map(({ line }) => line), ...drawn.map(({ label }) => label)];
  const blocks = units.map(({ name, description }, k) => {
    const { x, y } = boxes[k];
    return `<g class="unit"><title>${html(description.description ?? description.modelName)}</title><rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="6"/>
<text x="${x + wide / 2}" y="${y + 20}" class="of">${html(short(name, 20))}</text><text x="${x + wide / 2}" y="${y + 36}" class="kind">${html(short(description.modelName, 24))}</text></g>`;
  });
  return `<svg class="diagram" role="img" aria-label="Block diagram of the system" viewBox="0 0 ${width} ${height}" width="${width}">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>
${lines.join('\n')}
${blocks.join('\n')}
</svg>`;
}

/** All connections between two units are one arrow, and another those of a bond. */
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

/** Depth of each unit; an arrow to a unit that is being visited goes back, and does not count. */
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

function arrowSvg(
  { from, to, text, bond }: Arrow,
  boxes: readonly { x: number; y: number }[],
  height: number,
): { line: string; label: string } {
  const [a, b] = [boxes[from], boxes[to]];
  const forward = b.x > a.x;
  const [dy, x1, x2] = forward
    ? [tall * 0.32, a.x + wide, b.x]
    : [tall * 0.68, a.x + wide / 2, b.x + wide / 2];
  const [y1, y2] = forward ? [a.y + dy, b.y + dy] : [a.y + tall, b.y + tall];
  const low = Math.min(height - 8, Math.max(y1, y2) + 42);
  const path = forward
    ? `M${x1} ${y1}C${x1 + gapX * 0.5} ${y1} ${x2 - gapX * 0.5} ${y2} ${x2} ${y2}`
    : `M${x1 + 12} ${y1}C${x1 + 12} ${low} ${x2 - 12} ${low} ${x2 - 12} ${y2}`;
  const [tx, ty] = forward
    ? [(x1 + x2) / 2, (y1 + y2) / 2 - 7]
    : [(x1 + x2) / 2, Math.min(height - 4, low - 2)];
  const label = text.length === 1 ? text[0].split(' → ')[0] : `${text.length} signals`;
  const mark = bond === undefined ? '' : ` data-bond="${html(bond)}"`;
  const kind = bond === undefined ? 'arrow' : 'arrow bond';
  const title = `<title>${html([...(bond === undefined ? [] : [`bond ${bond}`]), ...text].join('\n'))}</title>`;
  const words = html(short(bond === undefined ? label : `${bond}: ${label}`, 18));
  return {
    line: `<g class="${kind}">${title}<path d="${path}" marker-end="url(#tip)" stroke="currentColor"${mark}/></g>`,
    label: `<g class="${kind}">${title}<text x="${tx}" y="${ty}">${words}</text></g>`,
  };
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
