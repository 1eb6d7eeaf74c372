import { attribute, childrenNamed, parseXml, type XmlElement } from '../../util/xml/parse-xml.ts';
import type { Annotation, ModelDescription } from '../description.ts';

/**
 * Annotation that contains the drawing of a model (FMI 3.0 `<Annotation type>`, FMI 2.0 `<Tool
 * name>`).
 */
export const drawingAnnotation = 'org.fmukit.drawing';

/**
 * Point with a variable or a constant [m] for each axis (y points up). Alternatively a point on the
 * line through two others (0 at `from`, 1 at `to`).
 */
export type DrawingPoint =
  | { x: string | number; y: string | number }
  | { from: string; to: string; at: number };

/**
 * Bodies. `rod` and `cylinder` are between two points, the others at one. `size` is the width or
 * diameter [m].
 */
export const drawingKinds = ['rod', 'cylinder', 'mass', 'ground', 'pin'] as const;
export interface DrawingBody {
  kind: (typeof drawingKinds)[number];
  from?: string;
  to?: string;
  at?: string;
  label?: string;
  size?: number;
}

/** Appearance of an FMU in a plane, defined by its variables. */
export interface Drawing {
  points: Record<string, DrawingPoint>;
  bodies: DrawingBody[];
}

/**
 * Returns the drawing as an annotation: an element without text for each point and body, in their
 * order.
 */
export function annotationOf({ points, bodies }: Drawing): Annotation {
  const elements = [
    ...Object.entries(points).map(([name, point]) => element('Point', { name, ...point })),
    ...bodies.map(({ kind, ...body }) => element(`${kind[0].toUpperCase()}${kind.slice(1)}`, body)),
  ];
  return { type: drawingAnnotation, content: `<Drawing>${elements.join('')}</Drawing>` };
}

function element(name: string, attributes: Record<string, string | number | undefined>): string {
  const text = (value: string | number): string =>
    String(value).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}="${text(value)}"`,
  );
  return `<${[name, ...written].join(' ')}/>`;
}

/**
 * Returns the drawing of an FMU, or a text with its defect. Returns undefined without a drawing.
 */
export function drawingOf({
  annotations,
}: Pick<ModelDescription, 'annotations'>): Drawing | string | undefined {
  const content = annotations?.find(({ type }) => type === drawingAnnotation)?.content;
  if (content === undefined) return undefined;
  let root: XmlElement;
  try {
    root = parseXml(`<Model>${content}</Model>`);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const drawing: Drawing = { points: {}, bodies: [] };
  for (const child of childrenNamed(root, 'Drawing')[0]?.children ?? []) {
    const kind = drawingKinds.find((drawingKind) => drawingKind === child.name.toLowerCase());
    if (child.name === 'Point') {
      const point = pointOf(child);
      if (typeof point === 'string') return point;
      drawing.points[attribute(child, 'name') ?? ''] = point;
    } else if (kind !== undefined) drawing.bodies.push(bodyOf(kind, child));
  }
  return drawingFault(drawing) ?? drawing;
}

function pointOf(child: XmlElement): DrawingPoint | string {
  const [name, x, y, from, to, at] = ['name', 'x', 'y', 'from', 'to', 'at'].map((key) =>
    attribute(child, key),
  );
  const place = (text: string): string | number =>
    text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (x !== undefined && y !== undefined) return { x: place(x), y: place(y) };
  if (from !== undefined && to !== undefined && Number.isFinite(Number(at)) && at !== undefined)
    return { from, to, at: Number(at) };
  return `the point "${name ?? ''}" has neither x and y nor from, to and at`;
}

function bodyOf(kind: DrawingBody['kind'], child: XmlElement): DrawingBody {
  const [from, to, at, label, size] = ['from', 'to', 'at', 'label', 'size'].map((key) =>
    attribute(child, key),
  );
  return { kind, from, to, at, label, ...(Number(size) > 0 ? { size: Number(size) } : {}) };
}

/** Returns the first missing point of a drawing: a point may refer only to earlier points. */
export function drawingFault({ points, bodies }: Drawing): string | undefined {
  const known = new Set<string>();
  for (const [name, point] of Object.entries(points)) {
    if ('from' in point)
      for (const end of [point.from, point.to])
        if (!known.has(end)) return `the point "${name}" refers to the point "${end}", which must precede it`;
    known.add(name);
  }
  for (const { kind, from, to, at } of bodies)
    for (const end of kind === 'rod' || kind === 'cylinder' ? [from, to] : [at])
      if (end === undefined || !known.has(end))
        return `a ${kind} refers to the point "${end ?? ''}", which is missing`;
  return undefined;
}
