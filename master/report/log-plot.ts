import { html } from './escape.ts';

/** A line of a plot with two logarithmic axes. */
export interface LogSeries {
  label: string;
  /** Index into the palette of 8 of client/style.css. */
  colour: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  dash: number;
  /** Both coordinates positive; `text` is shown where a mouse stays. */
  points: readonly { x: number; y: number; text: string }[];
}

export interface LogPlot {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly LogSeries[];
}

const size = { width: 960, height: 560, left: 70, right: 270, top: 20, bottom: 50 };
const dashes = ['', '7 4', '2 3'];
const most = 0.5 * (size.height - size.top - size.bottom);

/** The plot as an SVG that stands in a page; every text in it is text, whatever it is. What is not positive and finite is left out. */
export function logPlot({ title, xLabel, yLabel, series }: LogPlot): string {
  const shown = series.map((each) => ({ ...each, points: each.points.filter(isShown) }));
  const x = scaleOf(
    shown.flatMap(({ points }) => points.map((p) => p.x)),
    size.left,
    size.width - size.right,
  );
  const y = scaleOf(
    shown.flatMap(({ points }) => points.map((p) => p.y)),
    size.height - size.bottom,
    size.top,
  );
  const bottom = size.height - size.bottom;
  const right = size.width - size.right;
  const row = Math.min(18, (2 * most) / Math.max(1, shown.length));
  const parts = [
    ...x.ticks.map(
      (t) => grid(x.at(t), size.top, x.at(t), bottom) + label(x.at(t), bottom + 18, power(t), 'middle'),
    ),
    ...y.ticks.map(
      (t) => grid(size.left, y.at(t), right, y.at(t)) + label(size.left - 8, y.at(t) + 4, power(t), 'end'),
    ),
    label((size.left + right) / 2, size.height - 10, xLabel, 'middle'),
    `<g transform="translate(16 ${(size.top + bottom) / 2}) rotate(-90)">${label(0, 0, yLabel, 'middle')}</g>`,
    ...shown.map((each) => line(each, x.at, y.at)),
    ...shown.map((each, k) => legend(each, size.top + 8 + row * k, Math.min(12, row * 0.8))),
  ];
  return `<section class="card"><h2>${html(title)}</h2>
<svg class="log" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${html(title)}" font-size="12" fill="var(--ink)">
${parts.join('\n')}
</svg></section>`;
}

const isShown = ({ x, y }: { x: number; y: number }): boolean =>
  x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y);

interface Scale {
  at(value: number): number;
  /** Exponents of the decades. */
  ticks: number[];
}

function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = values.reduce(
    ([a, b], v) => [Math.min(a, Math.log10(v)), Math.max(b, Math.log10(v))],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const first = Number.isFinite(low) ? Math.floor(low) : 0;
  const last = Math.max(first + 1, Number.isFinite(high) ? Math.ceil(high) : 1);
  const stride = Math.ceil((last - first) / 12);
  const ticks = Array.from(
    { length: Math.floor((last - first) / stride) + 1 },
    (_, k) => 10 ** (first + k * stride),
  );
  return { at: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from), ticks };
}

function line({ points, colour, dash, label: name }: LogSeries, x: Scale['at'], y: Scale['at']): string {
  const at = points.map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`);
  const dots = points.map(
    (p) =>
      `<circle cx="${x(p.x).toFixed(1)}" cy="${y(p.y).toFixed(1)}" r="3.5"><title>${html(`${name}: ${p.text}`)}</title></circle>`,
  );
  return `<g fill="var(--c${colour})"><polyline fill="none" ${stroke(colour, dash)} points="${at.join(' ')}"/>${dots.join('')}</g>`;
}

function legend({ label: name, colour, dash }: LogSeries, y: number, font: number): string {
  const left = size.width - size.right + 16;
  return `<line x1="${left}" y1="${y.toFixed(1)}" x2="${left + 28}" y2="${y.toFixed(1)}" ${stroke(colour, dash)}/>${label(left + 34, y + 4, name, 'start', font)}`;
}

const stroke = (colour: number, dash: number): string =>
  `stroke="var(--c${colour})" stroke-width="1.6" stroke-dasharray="${dashes[dash]}"`;
const grid = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="var(--line)"/>`;
const label = (x: number, y: number, text: string, anchor: string, font = 12): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${font.toFixed(1)}">${html(text)}</text>`;

/** A power of ten as text. */
const power = (value: number): string => {
  const exponent = Math.round(Math.log10(value));
  return exponent >= -2 && exponent <= 4 ? String(Number(value.toPrecision(1))) : `1e${exponent}`;
};
