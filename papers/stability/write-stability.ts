import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../fmu-sdk/archive/write-zip.ts';
import { renderPage } from '../../master/report/html/html-page.ts';
import { renderTable } from '../../master/report/html/html-table.ts';
import { type LogSeries, logPlot } from '../../master/report/plots/log-plot.ts';
import { limitsOf, type Ratio, type StabilityMap } from './stability-maps.ts';

/** Writes maps as data and as a page with figures. The files. */
export function writeMaps(folder: string, maps: readonly StabilityMap[]): string[] {
  mkdirSync(folder, { recursive: true });
  const [data, page] = ['stability.csv', 'stability.html'].map((name) => join(folder, name));
  writeAtomically(data, Buffer.from(csv(maps)));
  writeAtomically(page, Buffer.from(pageOf(maps)));
  return [data, page];
}

/** A row for each step of each map. */
export function csv(maps: readonly StabilityMap[]): string {
  const rows = maps.flatMap(({ scheme, order, ratio, ratios, steps, radii }) =>
    ratios.flatMap((value, i) => {
      const [stiffness, mass] = ratio === 'stiffness' ? [value, 1] : [1, value];
      return steps.map((step, k) =>
        [scheme, order, stiffness, mass, step, Number.isNaN(radii[i][k]) ? '' : radii[i][k]].join(','),
      );
    }),
  );
  return `${['scheme,order,stiffness ratio,mass ratio,H omega,spectral radius', ...rows].join('\n')}\n`;
}

const title = 'Stability of coupling schemes on two masses';

function pageOf(maps: readonly StabilityMap[]): string {
  const figures = ([0, 1, 2] as const).flatMap((order) =>
    (['stiffness', 'mass'] as const).map((ratio) => figure(maps, order, ratio)),
  );
  const body = [
    `<header><h1>${title}</h1><p class="subtitle">Largest step H, in radians of the first mass, up to which disturbances do not grow. Schemes that are stable up to H ω = 10, or never, appear only in the table.</p></header>`,
    '<main>',
    ...figures,
    table(maps),
    '</main>',
    '<footer><p>npm run stability</p></footer>',
  ];
  return renderPage({ title, body: body.join('\n'), data: { runs: [], groups: [] } });
}

function figure(maps: readonly StabilityMap[], order: number, ratio: Ratio): string {
  const selectedMaps = maps.filter((map) => map.order === order && map.ratio === ratio);
  const series = selectedMaps.map((map, k): LogSeries => {
    const limits = limitsOf(map);
    const points = map.ratios.map((x, i) => ({
      x,
      y: limits[i],
      text: `ratio ${x}, H ω = ${limits[i].toPrecision(3)}`,
    }));
    return { label: map.scheme, colour: k % 8, dash: k < 8 ? 0 : 1, points };
  });
  const other = ratio === 'stiffness' ? 'equal masses' : 'equal springs';
  return logPlot({
    title: `Polynomials of order ${order}, ${other}`,
    xLabel:
      ratio === 'stiffness'
        ? 'stiffness of the spring between, by that to the wall'
        : 'second mass by the first',
    yLabel: 'largest stable H ω',
    series,
  });
}

function table(maps: readonly StabilityMap[]): string {
  const tableRatios = [0.01, 1, 100];
  const cell = (map: StabilityMap, value: number): string => {
    const limit = limitsOf(map)[map.ratios.indexOf(value)];
    if (limit === 0) return '< 0.01';
    return Number.isFinite(limit) ? limit.toPrecision(3) : '> 10';
  };
  const of = (scheme: string, order: number, ratio: Ratio): StabilityMap | undefined =>
    maps.find((map) => map.scheme === scheme && map.order === order && map.ratio === ratio);
  const stiff = maps.filter(({ ratio }) => ratio === 'stiffness');
  return renderTable({
    title: 'Largest stable H ω',
    header: [
      'scheme',
      'order',
      ...tableRatios.map((value) => `stiffness ratio ${value}`),
      ...tableRatios.map((value) => `mass ratio ${value}`),
      'no step, because',
    ],
    rows: stiff.map((map) => {
      const mass = of(map.scheme, map.order, 'mass');
      return [
        map.scheme,
        String(map.order),
        ...tableRatios.map((value) => cell(map, value)),
        ...tableRatios.map((value) => (mass === undefined ? '' : cell(mass, value))),
        map.refused ?? mass?.refused ?? '',
      ];
    }),
  });
}
