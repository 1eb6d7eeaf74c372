import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diagram } from '../../master/report/system/block-diagram.ts';
import { layout } from '../../master/report/system/diagram-layout.ts';
import { stillNote } from '../../master/report/system/still-note.ts';
import { loadSystem } from '../../master/system/load-system.ts';
import { singleSystem } from '../../master/system/single/single-fmu.ts';
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

it('no connection of a diagram runs through a unit or along another connection', () => {
  const graph = fc.integer({ min: 1, max: 7 }).chain((count) => {
    const box = fc.integer({ min: 0, max: count - 1 });
    return fc.record({
      count: fc.constant(count),
      links: fc.uniqueArray(fc.record({ from: box, to: box }), {
        maxLength: 14,
        selector: ({ from, to }) => `${from} ${to}`,
      }),
    });
  });
  fc.assert(
    fc.property(graph, ({ count, links }) => {
      const { boxes, routes, width, height } = layout(count, links);
      const parts = routes.flatMap((route, owner) =>
        route.slice(1).map((b, k) => ({
          owner,
          left: Math.min(b.x, route[k].x),
          right: Math.max(b.x, route[k].x),
          top: Math.min(b.y, route[k].y),
          bottom: Math.max(b.y, route[k].y),
        })),
      );
      for (const { left, right, top, bottom } of parts) {
        expect(left === right || top === bottom).toBe(true);
        expect([left >= 0, right <= width, top >= 0, bottom <= height]).not.toContain(false);
        for (const box of boxes)
          expect(
            left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
          ).toBe(false);
      }
      const uprights = parts.filter(({ left, right, top, bottom }) => left === right && bottom > top);
      for (const [k, a] of uprights.entries())
        for (const b of uprights.slice(k + 1))
          if (a.owner !== b.owner && a.left === b.left)
            expect(a.bottom <= b.top || b.bottom <= a.top).toBe(true);
    }),
  );
});

it('the page of a run without any change names the inputs that keep their start values', async () => {
  const system = await singleSystem(join(root, 'dist/joystick.fmu'), { stopTime: 0.1, step: 0.01 });
  const { description } = system.units[0];
  const input = { ...description.variables[1], name: 'u', causality: 'input' as const };
  const units = [{ ...system.units[0], description: { ...description, variables: [input] } }];
  const noteOn = (data: number[], inputs = system.inputs): string => {
    const columns = [
      { name: 'time', unit: 's', data: Float64Array.of(0, 1) },
      { name: 'y', unit: '1', data: Float64Array.from(data) },
    ];
    return stillNote({ result: { columns } as never, system: { ...system, units, inputs } });
  };
  expect(noteOn([2, 2])).toContain('The inputs keep their start values: u. Set one with --set u=1');
  const port = { unit: 0, variable: input } as never;
  expect(noteOn([2, 2], [{ port } as never])).toContain('No recorded value changes during this run.</p>');
  expect(noteOn([2, 3])).toBe('');
});
