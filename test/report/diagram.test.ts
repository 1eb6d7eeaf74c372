import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diagram } from '../../master/report/system/block-diagram.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { root } from '../run-fmu.ts';

it('texts of connections do not overlap each other or units', async () => {
  const svg = diagram(await loadSystem(join(root, 'systems/crane-double-force.json')));
  const texts = [...svg.matchAll(/<text x="([^"]*)" y="([^"]*)">([^<]*)</g)].map(([, x, y, words]) => {
    const width = 6 * words.length;
    return {
      left: Number(x) - width / 2,
      right: Number(x) + width / 2,
      top: Number(y) - 11,
      bottom: Number(y),
    };
  });
  const boxes = [...svg.matchAll(/<rect x="([^"]*)" y="([^"]*)" width="(\d+)" height="(\d+)"/g)].map(
    (match) => {
      const [left, top, width, height] = match.slice(1).map(Number);
      return { left, right: left + width, top, bottom: top + height };
    },
  );
  expect([texts.length, boxes.length]).toEqual([8, 5]);
  const meet = (a: (typeof texts)[0], b: (typeof texts)[0]): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const pairs = texts.flatMap((text, k) => [...texts.slice(k + 1), ...boxes].map((other) => [text, other]));
  expect(pairs.filter(([a, b]) => meet(a, b))).toEqual([]);
});
