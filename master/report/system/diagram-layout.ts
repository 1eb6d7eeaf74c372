import type { Area, Point } from './diagram-texts.ts';

/** Connection between two boxes of a diagram, by their indices. */
export interface Link {
  from: number;
  to: number;
}

/** Boxes and routes of a diagram. A route is a polyline, whose parts are level or upright. */
export interface Layout {
  boxes: Area[];
  routes: Point[][];
  width: number;
  height: number;
}

/** Width of boxes, their least height, and distances of boxes, of ports and of lanes [px]. */
const [boxWidth, leastTall, gap, portGap, laneGap] = [150, 46, 34, 18, 14];
/** Room for texts beside the lanes of a channel, and at the edges [px]. */
const [textRoom, edge] = [118, 24];

/** End of a route at a side of a box. */
interface Port {
  side: 'left' | 'right';
  /** Order on its side: height of the other end. */
  order: number;
  y: number;
}

/** Route before its lanes have places. `bus` is the number of its level lane, if it needs one. */
interface Route {
  start: Port;
  end: Port;
  /** Channels that it passes: channel k lies left of column k. */
  channels: number[];
  bus?: number;
}

/**
 * Places boxes in columns and routes links around them. The column of a box is its longest path of
 * links, without backward ones.
 *
 * Upright parts lie in the channels between columns. A link to a column that is not adjacent runs
 * below all boxes. No part therefore crosses a box.
 */
export function layout(count: number, links: readonly Link[]): Layout {
  const column = columnsOf(count, links);
  const columns = Math.max(...column) + 1;
  const members = Array.from({ length: columns }, (_, k) =>
    Array.from({ length: count }, (_, box) => box).filter((box) => column[box] === k),
  );
  const rank = (box: number): number => members[column[box]].indexOf(box) / members[column[box]].length;
  let buses = 0;
  const routes = links.map(({ from, to }): Route => {
    const [a, b] = [column[from], column[to]];
    const port = (side: Port['side'], order: number): Port => ({ side, order, y: 0 });
    if (b === a + 1) return { start: port('right', rank(to)), end: port('left', rank(from)), channels: [b] };
    if (b === a - 1)
      return { start: port('left', rank(to) + 0.01), end: port('right', rank(from) + 0.01), channels: [a] };
    if (b === a) return { start: port('right', rank(to)), end: port('right', rank(from)), channels: [a + 1] };
    return {
      start: port('right', 2 + buses),
      end: port('left', 2 + buses),
      channels: [a + 1, b],
      bus: buses++,
    };
  });
  const boxes = placeBoxes(members, links, routes);
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const left = placeColumns(members, boxes, routes);
  const lanes = lanesOf(columns, left, routes, bottom);
  return {
    boxes,
    routes: routes.map((route, k) => {
      const { from, to } = links[k];
      const outer = ({ side }: Port, box: Area): number => (side === 'left' ? box.x : box.x + boxWidth);
      const [x1, x2] = [outer(route.start, boxes[from]), outer(route.end, boxes[to])];
      const [first, last] = lanes[k];
      const level = bottom + gap + laneGap * (route.bus ?? 0);
      return route.bus === undefined
        ? path([x1, route.start.y], [first, route.start.y], [first, route.end.y], [x2, route.end.y])
        : path(
            [x1, route.start.y],
            [first, route.start.y],
            [first, level],
            [last, level],
            [last, route.end.y],
            [x2, route.end.y],
          );
    }),
    width: left[columns + 1] + edge,
    height: bottom + edge + (buses === 0 ? 0 : gap + laneGap * buses),
  };
}

const path = (...points: [x: number, y: number][]): Point[] => points.map(([x, y]) => ({ x, y }));

/**
 * Returns the column of each box. A link to a box that is being visited goes back and does not
 * count.
 */
function columnsOf(count: number, links: readonly Link[]): number[] {
  const depth = new Array<number>(count).fill(-1);
  const open = new Set<number>();
  const visit = (box: number): number => {
    if (depth[box] >= 0) return depth[box];
    open.add(box);
    let deepest = 0;
    for (const { from, to } of links)
      if (to === box && !open.has(from)) deepest = Math.max(deepest, visit(from) + 1);
    open.delete(box);
    depth[box] = deepest;
    return deepest;
  };
  return Array.from({ length: count }, (_, box) => visit(box));
}

/** Places boxes in their columns, as high as their ports need, and ports on their sides. */
function placeBoxes(members: readonly number[][], links: readonly Link[], routes: readonly Route[]): Area[] {
  const count = members.flat().length;
  const portsOf = (box: number, side: Port['side']): Port[] =>
    routes
      .flatMap(({ start, end }, k) => [
        ...(links[k].from === box ? [start] : []),
        ...(links[k].to === box ? [end] : []),
      ])
      .filter((port) => port.side === side)
      .sort((a, b) => a.order - b.order);
  const sides = (['left', 'right'] as const).map((side) =>
    Array.from({ length: count }, (_, box) => portsOf(box, side)),
  );
  const tall = Array.from({ length: count }, (_, box) =>
    Math.max(leastTall, portGap * (Math.max(...sides.map((of) => of[box].length)) + 1)),
  );
  const heights = members.map((those) => those.reduce((sum, box) => sum + tall[box] + gap, -gap));
  const most = Math.max(...heights);
  const boxes = new Array<Area>(count);
  for (const [k, those] of members.entries()) {
    let y = edge + (most - heights[k]) / 2;
    for (const box of those) {
      boxes[box] = { x: 0, y, width: boxWidth, height: tall[box] };
      for (const of of sides)
        for (const [place, port] of of[box].entries())
          port.y = y + (tall[box] * (place + 1)) / (of[box].length + 1);
      y += tall[box] + gap;
    }
  }
  return boxes;
}

/** Sets the x of all boxes. Returns the left end of each channel, then the right end of the last. */
function placeColumns(members: readonly number[][], boxes: Area[], routes: readonly Route[]): number[] {
  const starts: number[] = [];
  let x = edge;
  for (let k = 0; k <= members.length; k++) {
    starts.push(x);
    const lanes = routes.filter(({ channels }) => channels.includes(k)).length;
    const outer = k === 0 || k === members.length;
    x += lanes === 0 && outer ? 0 : (outer ? gap : textRoom) + laneGap * lanes;
    for (const box of members[k] ?? []) boxes[box].x = x;
    if (k < members.length) x += boxWidth;
  }
  return [...starts, x];
}

/**
 * Returns the x of the upright parts of each route: those in its first and its last channel. Routes
 * of a channel have separate lanes. Their order avoids crossings.
 */
function lanesOf(
  columns: number,
  left: readonly number[],
  routes: readonly Route[],
  bottom: number,
): number[][] {
  const lanes = routes.map((): number[] => []);
  for (let channel = 0; channel <= columns; channel++) {
    const parts = routes.flatMap((route, k) => {
      const { start, end, channels, bus } = route;
      return channels.flatMap((each, place) => {
        if (each !== channel) return [];
        const ends = bus === undefined ? [start, end] : [place === 0 ? start : end];
        const [near, far] = ends[0].side === 'right' ? ends : [...ends].reverse();
        const low = bottom + 1 + (bus ?? 0);
        const from = near?.side === 'right' ? near.y : low;
        const to = near?.side === 'right' ? (far?.y ?? low) : (near?.y ?? low);
        return [{ k, place, from, to }];
      });
    });
    // Falling lines turn from the outside in, and rising lines from the inside out.
    const [rising, falling] = [
      parts.filter(({ from, to }) => to < from),
      parts.filter(({ from, to }) => to >= from),
    ];
    rising.sort((a, b) => a.from - b.from);
    falling.sort((a, b) => b.from - a.from);
    const begin = left[channel] + (channel === 0 || channel === columns ? gap / 2 : textRoom * 0.72);
    for (const [place, part] of [...falling, ...rising].entries()) {
      lanes[part.k][part.place] = begin + laneGap * place;
    }
  }
  return lanes;
}
