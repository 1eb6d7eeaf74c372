import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fmi2, fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { modelDescription2 } from '../../fmu-sdk/check/grammar/fmi2-grammar.ts';
import { modelDescription3 } from '../../fmu-sdk/check/grammar/fmi3-grammar.ts';
import { validate } from '../../fmu-sdk/check/grammar/validate-document.ts';
import { type Finding, findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import { parseXml, type XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';
import { spread, width } from '../width.ts';
import { full2, full3 } from './described/descriptions.ts';
import { fmuOf } from './fmu-of-example.ts';

interface Node {
  name: string;
  attributes: Map<string, string>;
  children: Node[];
  text: string;
}

function tree(element: XmlElement): Node {
  const attributes = new Map<string, string>();
  for (let i = 0; i < element.flat.length; i += 2) attributes.set(element.flat[i], element.flat[i + 1]);
  return { name: element.name, attributes, children: element.children.map(tree), text: element.text.trim() };
}

function write({ name, attributes, children, text }: Node): string {
  const escape = (value: string): string =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const all = [...attributes].map(([key, value]) => ` ${key}="${escape(value)}"`).join('');
  return `<${name}${all}>${escape(text)}${children.map(write).join('\n')}</${name}>`;
}

/** Every element but what stands inside annotations, with its parent. */
function places(node: Node, parent?: Node): { node: Node; parent: Node | undefined }[] {
  const inside = ['Annotation', 'Tool'].includes(node.name) ? [] : node.children;
  return [{ node, parent }, ...inside.flatMap((child) => places(child, node))];
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function check(root: Node): Finding[] {
  const description = declaration + write(root);
  return findingsOf(runOnFiles(fmuOf({ fmi: '3.0', description }), fileRules));
}

const full = { '2.0': full2, '3.0': full3 };

/** A description, one of its elements, and a number to choose by. */
const picks = fc.record({
  version: fc.constantFrom('2.0' as const, '3.0' as const),
  place: fc.nat(),
  choice: fc.nat(),
});

/** Attributes that hold any text. */
const free =
  /^(name|description|author|version|copyright|license|generationTool|modelName|guid|instantiationToken|quantity|unit|displayUnit|declaredType|mimeType|type|modelIdentifier|value)$/;

/** Attributes without which an element is invalid, by the tables of the standards. */
const required: Record<string, readonly string[]> = {
  fmiModelDescription: ['fmiVersion', 'modelName', 'guid', 'instantiationToken'],
  Unit: ['name'],
  DisplayUnit: ['name'],
  Category: ['name'],
  Item: ['name', 'value'],
  File: ['name'],
  Tool: ['name'],
  Annotation: ['type'],
  Alias: ['name'],
  SimpleType: ['name'],
  ScalarVariable: ['name', 'valueReference'],
  Unknown: ['index'],
  Output: ['valueReference'],
  InitialUnknown: ['valueReference'],
  EventIndicator: ['valueReference'],
  ContinuousStateDerivative: ['valueReference'],
  ClockedState: ['valueReference'],
  CoSimulation: ['modelIdentifier'],
  ModelExchange: ['modelIdentifier'],
  ScheduledExecution: ['modelIdentifier'],
  Clock: ['name', 'valueReference', 'intervalVariability'],
};

function mutated(
  { version, place, choice }: { version: '2.0' | '3.0'; place: number; choice: number },
  mutate: (node: Node, parent: Node | undefined, choice: number) => boolean,
): Finding[] | undefined {
  const root = tree(parseXml(full[version]));
  const all = places(root);
  const { node, parent } = all[place % all.length];
  return mutate(node, parent, choice) ? check(root) : undefined;
}

function property(
  mutate: (node: Node, parent: Node | undefined, choice: number) => boolean,
  rules: RegExp,
): void {
  fc.assert(
    fc.property(picks, (pick) => {
      const findings = mutated(pick, mutate);
      fc.pre(findings !== undefined);
      expect(findings!.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(rules));
    }),
    { numRuns: width(25, 150), maxSkipsPerRun: 1000 },
  );
}

describe('the grammar', () => {
  it('descriptions that use every element pass', () => {
    for (const version of ['2.0', '3.0'] as const) expect(check(tree(parseXml(full[version])))).toEqual([]);
  });

  it('a missing required attribute is found', () => {
    property((node, _, choice) => {
      const names = (required[node.name] ?? []).filter((name) => node.attributes.has(name));
      return names.length > 0 && node.attributes.delete(names[choice % names.length]);
    }, /^schema\/.*missing/);
  });

  it('a renamed attribute is found', () => {
    property((node, _, choice) => {
      const names = [...node.attributes.keys()];
      if (names.length === 0) return false;
      const name = names[choice % names.length];
      node.attributes.set(`${name}s`, node.attributes.get(name)!);
      return node.attributes.delete(name);
    }, /^(schema\/unknown-attribute|interface\/unknown-flag)$/);
  });

  it('a renamed element is found', () => {
    property((node) => {
      node.name += 's';
      return true;
    }, /^schema\/(unknown-element|root|element-order|missing-element)$/);
  });

  it('forbidden text is found', () => {
    property((node) => {
      if (node.name === 'Annotation' || node.text !== '') return false;
      node.text = 'text';
      return true;
    }, /^schema\/text$/);
  });

  it('a value of a wrong type is found', () => {
    property((node, _, choice) => {
      const names = [...node.attributes.keys()].filter((name) => !free.test(name));
      if (names.length === 0 || (node.name === 'String' && names.includes('start'))) return false;
      node.attributes.set(names[choice % names.length], '?');
      return true;
    }, /^(schema\/|description\/version-known)/);
  });

  it('a list of the root that occurs twice, or after all others, is found', () => {
    property((node, parent, choice) => {
      if (parent?.name !== 'fmiModelDescription') return false;
      if (['ModelExchange', 'CoSimulation'].includes(node.name)) return false;
      if (node === parent.children.at(-1)) return false;
      parent.children.push(node);
      if (choice % 2 === 0) parent.children.splice(parent.children.indexOf(node), 1);
      return true;
    }, /^schema\/(repeated-element|element-order)$/);
  });

  it('a list without elements is found', () => {
    property((node) => {
      if (
        !/^(UnitDefinitions|TypeDefinitions|LogCategories|ModelVariables|Annotations|VendorAnnotations|Outputs|Derivatives|InitialUnknowns|SourceFiles)$/.test(
          node.name,
        )
      )
        return false;
      node.children.length = 0;
      return true;
    }, /^schema\/missing-element$/);
  });

  it('no rule fails on a description with a changed element, value or order', () => {
    const names = [
      ...new Set([full2, full3].flatMap((text) => places(tree(parseXml(text))).map(({ node }) => node.name))),
    ];
    const values = [
      '',
      ' ',
      '-1',
      '0',
      '1',
      '1 2',
      '9',
      'NaN',
      'INF',
      '1e400',
      '99999999999999999999',
      'true',
      'x',
    ];
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            picks,
            fc.constantFrom('rename', 'drop', 'copy', 'value', 'move'),
            fc.constantFrom(...names),
            fc.constantFrom(...values),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        (steps) => {
          const root = tree(parseXml(full[steps[0][0].version]));
          for (const [{ place, choice }, kind, name, value] of steps) {
            const all = places(root);
            const { node, parent } = all[place % all.length];
            const target = all[choice % all.length].node;
            if (kind === 'rename') node.name = name;
            if (kind === 'value' && node.attributes.size > 0)
              node.attributes.set([...node.attributes.keys()][choice % node.attributes.size], value);
            if (parent === undefined) continue;
            if (kind === 'drop' || kind === 'move') parent.children.splice(parent.children.indexOf(node), 1);
            if (kind === 'copy') parent.children.push(node);
            if (kind === 'move' && !places(node).some((candidate) => candidate.node === target))
              target.children.push(node);
          }
          const lines = (declaration + write(root)).split('\n');
          for (const { place } of check(root))
            if (place?.line !== undefined) {
              expect(place.line).toBeLessThanOrEqual(lines.length);
              expect(place.column).toBeLessThanOrEqual(lines[place.line - 1].length + 1);
            }
        },
      ),
      { numRuns: width(40, 300) },
    );
  });

  it('every fault of the grammar is reported by exactly one rule', () => {
    const grammars = { '2.0': modelDescription2, '3.0': modelDescription3 };
    const checks = spread(['?', '', '-1', '1.5', 'local'], 2);
    for (const version of ['2.0', '3.0'] as const)
      for (let place = 0; place < places(tree(parseXml(full[version]))).length; place++)
        for (const value of checks) {
          const root = tree(parseXml(full[version]));
          const { node } = places(root)[place];
          for (const name of node.attributes.keys())
            if (name !== 'fmiVersion') node.attributes.set(name, value);
          node.attributes.set('foo', value);
          node.attributes.delete('name');
          node.text = 'text';
          node.children.push({ name: 'Foo', attributes: new Map(), children: [], text: '' });
          const text = declaration + write(root);
          const faults = validate(parseXml(text), grammars[version]).map(({ message }) => message);
          const schemaFindings = check(root).filter(({ rule }) => rule.startsWith('schema/'));
          expect(schemaFindings.map(({ message }) => message).sort()).toEqual(faults.sort());
        }
  });

  it('faults that only the text forbids, not the schema, are found by other rules', () => {
    const rules = (example: Parameters<typeof fmuOf>[0]): string[] =>
      findingsOf(runOnFiles(fmuOf(example), fileRules)).map(({ rule }) => rule);
    expect(rules(fmi3({ interfaces: '' }))).toEqual(['description/interface-present']);
    expect(rules(fmi2({ interfaces: '<CoSimulation modelIdentifier="a"/>'.repeat(2) }))).toEqual([
      'description/interface-once',
    ]);
  });
});
