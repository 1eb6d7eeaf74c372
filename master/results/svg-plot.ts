import { printable, xmlText } from '../../fmu-sdk/util/printable.ts';

/** Line of a plot. */
export interface Series {
  label: string;
  x: readonly number[];
  y: readonly number[];
  /** Half width of a shaded band around the line. */
  band?: readonly number[];
}

export interface Plot {
  title: string;
  xLabel: string;
  yLabel: string;
  logarithmicX: boolean;
  /** Default: false. */
  logarithmicY?: boolean;
  series: readonly Series[];
}

const size = { width: 900, height: 520, left: 70, right: 250, top: 40, bottom: 50 };
/** Width of a character, and of the label beside the axis marks [px]. */
const [character, labelWidth] = [7, 34];
const colours = ['#1b6ca8', '#c2410c', '#2f855a', '#7c3aed', '#b7791f', '#0e7490', '#be185d'];
const dashes = ['', '7 3', '2 3'];

/** Returns a plot as an SVG document. Equal numbers give equal bytes. */
export function svg(plot: Plot): string {
  const y = scaleOf(
    plot.series.flatMap(withBand),
    size.height - size.bottom,
    size.top,
    plot.logarithmicY ?? false,
  );
  const left = Math.max(
    size.left,
    labelWidth + character * Math.max(0, ...y.texts.map((mark) => mark.length)),
  );
  const x = scaleOf(
    plot.series.flatMap((s) => s.x),
    left,
    size.width - size.right,
    plot.logarithmicX,
  );
  const lines = plot.series.map((s, i) => line(s, i, x.at, y.at));
  const labels = plot.series.map((s, i) => legend(s.label, i));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="white"/>`,
    text(left, 22, plot.title, 'start', 15),
    ...x.ticks.map((t) => gridLine(x.at(t), size.top, x.at(t), size.height - size.bottom)),
    ...x.ticks.map((t, k) => text(x.at(t), size.height - size.bottom + 16, x.texts[k], 'middle')),
    ...y.ticks.map((t) => gridLine(left, y.at(t), size.width - size.right, y.at(t))),
    ...y.ticks.map((t, k) => text(left - 6, y.at(t) + 4, y.texts[k], 'end')),
    text((left + size.width - size.right) / 2, size.height - 12, plot.xLabel, 'middle'),
    `<g transform="translate(16 ${size.height / 2}) rotate(-90)">${text(0, 0, plot.yLabel, 'middle')}</g>`,
    ...plot.series.map((s, i) => shade(s, i, x.at, y.at)).filter((area) => area !== ''),
    ...lines,
    ...labels,
    '</svg>\n',
  ].join('\n');
}

interface Scale {
  at(value: number): number;
  ticks: number[];
  /** Texts of the marks. */
  texts: string[];
}

function scaleOf(values: readonly number[], from: number, to: number, logarithmic: boolean): Scale {
  const finiteValues = (logarithmic ? values.map(Math.log10) : values).filter(Number.isFinite);
  const low =
    finiteValues.length === 0 ? 0 : finiteValues.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high =
    finiteValues.length === 0 ? 1 : finiteValues.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const span = high - low || 1;
  const step = logarithmic ? 1 : niceStep(span / 6);
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  const marks = Array.from({ length: count }, (_, i) => (first + i) * step);
  const ticks = logarithmic ? marks.map((mark) => 10 ** mark) : marks;
  return {
    at: (value) => from + (((logarithmic ? Math.log10(value) : value) - low) / span) * (to - from),
    ticks,
    texts: textsOf(ticks),
  };
}

/** Formats the marks of an axis: all as decimals, or all as powers of ten. */
function textsOf(ticks: readonly number[]): string[] {
  const sizes = ticks.map(Math.abs).filter((size) => size > 0);
  const write = areShort(sizes) ? String : (value: number): string => value.toExponential();
  return ticks.map((value) => (value === 0 ? '0' : write(Number(value.toPrecision(12))).replace('e+', 'e')));
}

/** Returns true if decimals of these sizes are short. */
function areShort(sizes: readonly number[]): boolean {
  return Math.max(...sizes) < 1e6 && Math.max(...sizes) >= 1e-3 && Math.min(...sizes) >= 1e-5;
}

/** Returns 1, 2 or 5 times a power of ten, at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((f) => f * power).find((step) => step >= least) ?? 10 * power;
}

/** Returns the path of a line, with gaps at infinite values and NaN. */
function line(s: Series, i: number, x: Scale['at'], y: Scale['at']): string {
  const parts: string[][] = [[]];
  s.x.forEach((value, k) => {
    const at = [x(value), y(s.y[k])];
    if (at.every(Number.isFinite)) parts[parts.length - 1].push(at.map((c) => c.toFixed(1)).join());
    else if (parts[parts.length - 1].length > 0) parts.push([]);
  });
  return parts
    .filter((points) => points.length > 0)
    .map((points) => `<polyline fill="none" ${stroke(i)} points="${points.join(' ')}"/>`)
    .join('\n');
}

/** Returns the values of a line with the edges of its band, at most as wide as the line is high. */
function withBand({ y, band }: Series): readonly number[] {
  if (band === undefined) return y;
  const finite = y.filter(Number.isFinite);
  const height =
    finite.reduce((a, b) => Math.max(a, b), -Infinity) - finite.reduce((a, b) => Math.min(a, b), Infinity);
  return y.flatMap((value, k) => {
    const half = Math.min(band[k], height);
    return [value - half, value + half];
  });
}

/** Returns the shaded band of a line, cut at the edges of the plot. */
function shade({ x: times, y: values, band }: Series, i: number, x: Scale['at'], y: Scale['at']): string {
  if (band === undefined) return '';
  const edge = (sign: number): string[] =>
    times.flatMap((t, k) => {
      const at = [
        x(t),
        Math.min(size.height - size.bottom, Math.max(size.top, y(values[k] + sign * band[k]))),
      ];
      return at.every(Number.isFinite) ? [at.map((c) => c.toFixed(1)).join()] : [];
    });
  const points = [...edge(1), ...edge(-1).reverse()].join(' ');
  return `<polygon fill="${colours[i % colours.length]}" fill-opacity="0.18" points="${points}"/>`;
}

function legend(label: string, i: number): string {
  const [left, top] = [size.width - size.right + 16, size.top + 10 + 18 * i];
  return `<line x1="${left}" y1="${top}" x2="${left + 28}" y2="${top}" ${stroke(i)}/>${text(left + 34, top + 4, label, 'start')}`;
}

const stroke = (i: number): string =>
  `stroke="${colours[i % colours.length]}" stroke-width="1.5" stroke-dasharray="${dashes[Math.floor(i / colours.length) % dashes.length]}"`;
const gridLine = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#ddd"/>`;
const text = (x: number, y: number, content: string, anchor: string, font = 12): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${font}">${escaped(content)}</text>`;
const escaped = (s: string): string =>
  xmlText(printable(s)).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
