import type { CheckedSystem } from '../../system/system.ts';
import { html } from '../html/escape-html.ts';
import { layout } from './diagram-layout.ts';
import { type Area, areaOf, type Point, placeOf, pointsOf } from './diagram-texts.ts';

interface Arrow {
  from: number;
  to: number;
  text: string[];
  bond?: string;
}

/**
 * Draws the system as a block diagram in SVG: a box for each unit, an arrow for all connections
 * from one unit to another, thick for bonds. No arrow crosses a box.
 */
export function diagram(system: CheckedSystem): string {
  const { units } = system;
  const arrows = arrowsOf(system);
  const { boxes, routes, width, height } = layout(units.length, arrows);
  const points = routes.map(pointsOf);
  const occupied = points.flat();
  const labels: Area[] = [];
  // Texts come after lines, so that they are on top.
  const drawn = arrows.map((arrow, k) => {
    const words = wordsOf(arrow);
    const place = placeOf(words, points[k], occupied, [...labels, ...boxes], height);
    labels.push(areaOf(words, place));
    return arrowSvg(arrow, routes[k], words, place);
  });
  const lines = [...drawn.map(({ line }) => line), ...drawn.map(({ label }) => label)];
  const blocks = units.map(({ name, description }, k) => {
    const box = boxes[k];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return `<g class="unit"><title>${html(description.description ?? description.modelName)}</title><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="6"/>
<text x="${x}" y="${y - 3}" class="of">${html(short(name, 20))}</text><text x="${x}" y="${y + 13}" class="kind">${html(short(description.modelName, 24))}</text></g>`;
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

function wordsOf({ text, bond }: Arrow): string {
  const label = text.length === 1 ? text[0].split(' → ')[0] : `${text.length} signals`;
  return short(bond === undefined ? label : `${bond}: ${label}`, 18);
}

function arrowSvg(
  { text, bond }: Arrow,
  route: readonly Point[],
  words: string,
  { x, y }: Point,
): { line: string; label: string } {
  const path = `M${route.map((point) => `${point.x} ${point.y}`).join('L')}`;
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
