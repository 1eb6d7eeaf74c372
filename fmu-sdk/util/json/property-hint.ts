import { similarNames } from '../nearest-name.ts';
import type { JsonPath } from './json-path.ts';
import type { Schema } from './schema-validator.ts';

/** Part of a JSON Schema that describes properties. */
interface Shape {
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Shape>>;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
}

/** Property that a schema knows, with the names above it: `algorithm`, `scheme`. */
type Known = readonly string[];

/** Objects of a schema are read to this depth, because definitions may refer to themselves. */
const mostLevels = 6;

/**
 * Returns a hint for an unknown property: its place elsewhere in the document (`Did you mean
 * algorithm.scheme?`), or similar names in its object. Returns undefined if the schema knows neither.
 */
export function propertyHint({ schema }: Schema, path: JsonPath): string | undefined {
  const name = String(path.at(-1));
  const above = path.slice(0, -1).map((key) => (typeof key === 'number' ? '[]' : key));
  const known = propertiesOf(schema as Shape, schema as Shape, []);
  const [elsewhere] = known
    .filter((other) => other.at(-1) === name)
    .sort((one, other) => one.length - other.length);
  if (elsewhere !== undefined) return `Did you mean ${elsewhere.join('.').replaceAll('.[]', '[]')}?`;
  const isBeside = (other: Known): boolean =>
    other.length === path.length && other.slice(0, -1).every((key, k) => key === any || key === above[k]);
  const similar = similarNames(
    name,
    known.filter(isBeside).map((other) => other.at(-1)!),
  );
  return similar.length === 0 ? undefined : `Did you mean ${similar.join(', ')}?`;
}

/** Stands for a name that the author of a document chooses. */
const any = '<name>';

function propertiesOf(root: Shape, shape: Shape, above: Known): Known[] {
  if (above.length > mostLevels) return [];
  const inside = (other: Shape, ...keys: string[]): Known[] => propertiesOf(root, other, [...above, ...keys]);
  const { $ref, properties = {}, additionalProperties, items, anyOf = [], oneOf = [] } = shape;
  const definition = root.definitions?.[$ref?.replace('#/definitions/', '') ?? ''];
  return [
    ...Object.entries(properties).flatMap(([name, other]) => [[...above, name], ...inside(other, name)]),
    ...(typeof additionalProperties === 'object' ? inside(additionalProperties, any) : []),
    ...(items === undefined ? [] : inside(items, '[]')),
    ...[...anyOf, ...oneOf, ...(definition === undefined ? [] : [definition])].flatMap((other) =>
      inside(other),
    ),
  ];
}
