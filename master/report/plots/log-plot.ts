import { html } from '../html/escape-html.ts';

/** Line of a plot with two logarithmic axes. */
export interface LogSeries {
  label: string;
  /** Index into the palette of 8 of client/report.css. */
  colour: number;
  /** 0 solid, 1 dashed, 2 dotted. */
  dash: number;
  /** Points with positive coordinates. `text` is their tooltip. */
  points: readonly { x: number; y: number; text: string }[];
  /** True for a pale line for comparison, which the legend leaves out. */
  pale?: boolean;
}

export interface LogPlot {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly LogSeries[];
}

const size = { width: 700, height: 560, left: 76, right: 24, top: 20, bottom: 56 };
const dashes = ['', '7 4', '2 3'];
/**
 * Outlines of marks around the origin: a disc, a square, triangles and a diamond, each filled and
 * hollow.
 */
const outlines = [
  'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z',
  'M-3.3-3.3h6.6v6.6h-6.6Z',
  'M0-4.4L4.3 3.2H-4.3Z',
  'M0-4.8L4.8 0L0 4.8L-4.8 0Z',
  'M0 4.4L4.3-3.2H-4.3Z',
];
const marks = 2 * outlines.length;

/** Line with drawable points, and the index of its mark. */
type DrawnSeries = LogSeries & { mark: number };

/**
 * Renders the plot as an inline SVG with its legend. All texts are escaped. Values that are not
 * positive and finite are left out, and lines without points do not appear in the legend.
 */
export function logPlot({ title, xLabel, yLabel, series }: LogPlot): string {
  const visibleSeries = series
    .map((item) => ({ ...item, points: item.points.filter(isShown) }))
    .filter(({ points }) => points.length > 0);
  const named = withMarks(visibleSeries.filter(({ pale }) => pale !== true));
  const bottom = size.height - size.bottom;
  const right = size.width - size.right;
  const all = visibleSeries.flatMap(({ points }) => points);
  const x = scaleOf(
    all.map((p) => p.x),
    size.left,
    right,
  );
  const y = scaleOf(
    all.map((p) => p.y),
    bottom,
    size.top,
  );
  const parts = [
    ...x.ticks.map(
      (t, k) =>
        grid(x.at(t), size.top, x.at(t), bottom) + label(x.at(t), bottom + 20, powers(x.ticks)[k], 'middle'),
    ),
    ...y.ticks.map(
      (t, k) =>
        grid(size.left, y.at(t), right, y.at(t)) +
        label(size.left - 8, y.at(t) + 5, powers(y.ticks)[k], 'end'),
    ),
    label((size.left + right) / 2, size.height - 10, xLabel, 'middle'),
    `<g transform="translate(18 ${(size.top + bottom) / 2}) rotate(-90)">${label(0, 0, yLabel, 'middle')}</g>`,
    ...visibleSeries.filter(({ pale }) => pale).map((series) => paleLine(series, x.at, y.at)),
    ...named.map((drawnSeries) => line(drawnSeries, x.at, y.at)),
  ];
  return `<section><h2>${html(title)}</h2>
<div class="log"><svg class="log-axes" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${html(title)}">
${parts.join('\n')}
</svg>
<ul class="log-names">
${named.map(legend).join('\n')}
</ul></div></section>`;
}

/**
 * Gives each line a mark that distinguishes it from others of its colour. If a colour has more
 * lines than marks, it distinguishes lines of its dash.
 */
function withMarks(series: readonly LogSeries[]): DrawnSeries[] {
  const usedMarks = new Set<string>();
  const all = Array.from({ length: marks }, (_, mark) => mark);
  return series.map((item) => {
    const { colour, dash } = item;
    const mark =
      all.find((place) => !usedMarks.has(`${colour} ${place}`)) ??
      all.find((place) => !usedMarks.has(`${colour} ${place} ${dash}`)) ??
      0;
    usedMarks.add(`${colour} ${mark}`).add(`${colour} ${mark} ${dash}`);
    return { ...item, mark };
  });
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

function line({ points, label: name, ...look }: DrawnSeries, x: Scale['at'], y: Scale['at']): string {
  const at = points.map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`);
  const signs = points.map((p, k) => sign(look, at[k], `<title>${html(`${name}: ${p.text}`)}</title>`));
  return `<g><polyline fill="none" ${stroke(look)} points="${at.join(' ')}"/>${signs.join('')}</g>`;
}

function paleLine({ points, label: name }: LogSeries, x: Scale['at'], y: Scale['at']): string {
  const at = points.map((p) => `${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`);
  return `<polyline class="pale" fill="none" stroke="var(--steel)" points="${at.join(' ')}"><title>${html(name)}</title></polyline>`;
}

function legend({ label: name, ...look }: DrawnSeries): string {
  return `<li class="log-entry"><svg class="log-sign" viewBox="0 -6 34 12" width="34" height="12" aria-hidden="true"><line x2="34" ${stroke(look)}/>${sign(look, '17,0')}</svg><span class="log-name">${html(name)}</span></li>`;
}

type Look = Pick<DrawnSeries, 'colour' | 'dash' | 'mark'>;

/** Renders the mark of a line at one point. */
function sign({ colour, mark }: Look, at: string, inside = ''): string {
  const fill = mark < outlines.length ? `var(--c${colour})` : 'var(--page)';
  return `<path transform="translate(${at})" d="${outlines[mark % outlines.length]}" fill="${fill}" stroke="var(--c${colour})" stroke-width="1.2">${inside}</path>`;
}

const stroke = ({ colour, dash }: Look): string =>
  `stroke="var(--c${colour})" stroke-width="1.6" stroke-dasharray="${dashes[dash]}"`;
const grid = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="var(--line)"/>`;
const label = (x: number, y: number, text: string, anchor: string): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${html(text)}</text>`;

/** Formats powers of ten, either all as decimals or all as powers. */
function powers(values: readonly number[]): string[] {
  const exponents = values.map((value) => Math.round(Math.log10(value)));
  const isDecimal = exponents.every((exponent) => exponent >= -3 && exponent <= 4);
  return exponents.map((exponent) => (isDecimal ? String(Number(`1e${exponent}`)) : `1e${exponent}`));
}
