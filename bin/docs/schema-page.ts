import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from './anchor.mjs';
import {
  cell,
  code,
  generatedFrom,
  markdownTable,
  sentence,
  splitDefault,
  wrapped,
} from './markdown-table.ts';

/** The part of JSON Schema (draft 7) that the schemas of this package use. */
interface Schema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  $ref?: string;
  enum?: readonly unknown[];
  const?: unknown;
  required?: readonly string[];
  /** `true` in a condition: the property is there, whatever its value. */
  properties?: Readonly<Record<string, Schema | true>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  then?: Schema;
  else?: Schema;
  definitions?: Readonly<Record<string, Schema>>;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Section of a page: an object with its properties, or a definition. */
interface Section {
  heading: string;
  schema: Schema;
}

/** Collects the sections of a page while its tables are written. */
class Page {
  readonly sections: Section[] = [];

  /** Adds a section for an object; returns the link to it. */
  link(heading: string, schema: Schema): string {
    if (this.sections.every((section) => section.heading !== heading))
      this.sections.push({ heading, schema });
    return `[${heading.replace(/^(Entry of |Item of |Object )/, '')}](#${anchorOf(heading)})`;
  }

  /** Returns the type of a value, in words. `path` names the value in headings of sections. */
  typeOf(schema: Schema, path: string): string {
    const { $ref, type, items, additionalProperties } = schema;
    const choice = schema.then !== undefined && schema.else !== undefined && [schema.then, schema.else];
    const alternatives = schema.anyOf ?? schema.oneOf ?? (choice || undefined);
    if ($ref !== undefined) {
      const [, group, name] = $ref.split('/');
      // A property of the whole file is described in the first table.
      if (group === 'properties') return `[${name}](#properties)`;
      return `[${name}](#${anchorOf(`Definition ${name}`)})`;
    }
    if (schema.const !== undefined) return code(JSON.stringify(schema.const));
    if (schema.enum !== undefined) return schema.enum.map((item) => code(JSON.stringify(item))).join(', ');
    if (alternatives !== undefined && described(schema).length === 0) {
      const types = alternatives.map((alternative) =>
        this.typeOf({ ...alternative, type: alternative.type ?? type }, path),
      );
      return [...new Set(types)].join(' or ');
    }
    if (described(schema).length > 0) return `object ${this.link(sectionOf(path), schema)}`;
    if (typeof additionalProperties === 'object') {
      const entry = this.typeOf(additionalProperties, `Entry of ${path}`);
      return `object, by name: ${entry}`;
    }
    if (items !== undefined) return `array of ${this.typeOf(items, `Item of ${path}`)}`;
    return `${[type ?? 'any value'].flat().join(' or ')}${bounds(schema)}`;
  }
}

/** Returns the heading of the section of a value: `Item of units` of the first item in `Item of units`. */
const sectionOf = (path: string): string => (/^(Item|Entry) of /.test(path) ? path : `Object ${path}`);

/** Names a property for the headings below it: `Item of bonds` and `terms` give `bonds, terms`. */
const below = (path: string, name: string): string =>
  path === '' ? name : `${path.replace(/^(Item of |Entry of |Object |Definition )+/, '')}, ${name}`;

function bounds({ minimum, exclusiveMinimum, maximum }: Schema): string {
  const parts = [
    ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

/** Splits the unit of measure off a description: `Delay T [s], a multiple …`. */
function unitOf(text: string): string {
  return / \[([A-Za-z%°µΩ][^\],\s"]*)\]/.exec(text)?.[1] ?? '';
}

/** Returns the properties that a schema itself describes. */
const described = ({ properties = {} }: Schema): [name: string, property: Schema][] =>
  Object.entries(properties).flatMap(([name, property]) => (property === true ? [] : [[name, property]]));

/** Returns the table of an object's properties. */
function propertyTable(page: Page, schema: Schema, path: string): string {
  const required = new Set(schema.required);
  const rows = described(schema).map(([name, property]) => {
    const { text, byDefault } = splitDefault(property.description ?? '');
    const stated = property.default === undefined ? cell(byDefault) : code(JSON.stringify(property.default));
    const description = cell(sentence(text));
    return [
      code(name),
      page.typeOf(property, below(path, name)),
      unitOf(text),
      required.has(name) ? 'required' : stated,
      description,
    ];
  });
  return markdownTable(['property', 'type', 'unit', 'default', 'description'], rows);
}

/** Returns a section's text without its heading. */
function sectionText(page: Page, schema: Schema, path: string): string {
  const about = schema.description === undefined ? '' : `${wrapped(cell(sentence(schema.description)))}\n\n`;
  if (described(schema).length > 0) return `${about}${propertyTable(page, schema, path)}`;
  // An object of another kind, with more required properties.
  const [base] = schema.allOf ?? [];
  if (base !== undefined) {
    const required = (schema.required ?? []).map(code).join(', ');
    return `${about}Type: ${page.typeOf(base, path)}. Required: ${required}.\n`;
  }
  return `${about}Type: ${page.typeOf({ ...schema, description: undefined }, path)}.\n`;
}

/** Returns the reference page of a schema: its properties, then a section for each nested object and definition. */
export function schemaPage(root: string, schemaFile: string, title: string, about: string): string {
  const schema = JSON.parse(readFileSync(join(root, schemaFile), 'utf8')) as Schema;
  const page = new Page();
  const parts = [
    generatedFrom(schemaFile),
    `# ${title}\n`,
    `${about}\n`,
    `## Properties\n\n${propertyTable(page, schema, '')}`,
  ];
  const definitions = Object.entries(schema.definitions ?? {});
  const written = new Map<string, string>();
  const write = (): void => {
    for (let k = 0; k < page.sections.length; k++) {
      const { heading, schema: part } = page.sections[k];
      if (!written.has(heading)) written.set(heading, sectionText(page, part, heading));
    }
  };
  write();
  parts.push(...[...written].map(([heading, text]) => `## ${heading}\n\n${text}`));
  const before = new Set(written.keys());
  for (const [name, definition] of definitions) {
    const text = sectionText(page, definition, `Definition ${name}`);
    parts.push(`## Definition ${name}\n\n${text}`);
    write();
    for (const [heading, section] of written)
      if (!before.has(heading)) {
        before.add(heading);
        parts.push(`## ${heading}\n\n${section}`);
      }
  }
  return parts.join('\n');
}
