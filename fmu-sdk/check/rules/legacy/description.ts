import { attribute, childNamed, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import {
  legacyDescription as description,
  legacyVariable as variable,
} from '../../example/example-legacy.ts';
import { modelDescription1 } from '../../grammar/fmi1-grammar.ts';
import { validate } from '../../grammar/validate-document.ts';
import { outsideLegacy } from '../../model/legacy-version.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const list = (root: XmlElement, name: string): readonly XmlElement[] =>
  childNamed(root, name)?.children ?? [];
const variablesOf = (root: XmlElement): readonly XmlElement[] => list(root, 'ModelVariables');
const example = (...variables: string[]) => fmi2({ description: description(variables.join('\n')) });

/** Identifies a value of the FMU: variables of one type with one value reference share it. */
const valueOf = (e: XmlElement): string => `${e.children[0]?.name} ${attribute(e, 'valueReference')}`;
const aliasOf = (e: XmlElement): string => attribute(e, 'alias') ?? 'noAlias';

/** Yields a defect for each repeated name. */
function* namesakes(elements: readonly XmlElement[], name: string, what: string): Iterable<Defect> {
  for (const { item } of repeated(elements, (e) => attribute(e, name)))
    yield defect(item, name, `Two ${what} have one name.`, 'unique names');
}

/** Rules on the description of an FMU of FMI 1.0. */
export const legacyDescription: readonly Rule[] = ruleFamily(
  {
    needs: 'descriptionXml',
    severity: 'violation',
    other: 'FMI 1.0, 3',
    ofAnyVersion: true,
    inapplicableReason: outsideLegacy,
  },
  [
    {
      id: 'legacy/alias-base',
      title: 'Every alias of FMI 1.0 shares its value with a variable that is not an alias',
      explanation:
        'Variables of one type with one value reference have one value. One of them is the base (noAlias), the others are aliases of it.',
      pass: example(variable('a', 0), variable('b', 0, 'alias="negatedAlias"')),
      fail: example(variable('a', 0), variable('b', 1, 'alias="alias"')),
      *check(root) {
        const bases = new Set(
          variablesOf(root)
            .filter((e) => aliasOf(e) === 'noAlias')
            .map(valueOf),
        );
        for (const e of variablesOf(root))
          if (aliasOf(e) !== 'noAlias' && !bases.has(valueOf(e)))
            yield defect(
              e,
              'valueReference',
              'The alias does not have a base.',
              'the value reference of a variable with noAlias',
            );
      },
    },
    {
      id: 'legacy/declared-type',
      title: 'Every declaredType of FMI 1.0 is a type definition of the kind of the variable',
      explanation: 'declaredType names a type definition, whose attributes are the defaults of the variable.',
      pass: example(variable('a', 0)),
      fail: example(variable('a', 0, '', 'declaredType="Missing"')),
      *check(root) {
        const types = new Map(
          list(root, 'TypeDefinitions').map((e) => [attribute(e, 'name'), e.children[0]?.name]),
        );
        for (const e of variablesOf(root))
          for (const inner of e.children) {
            const name = attribute(inner, 'declaredType');
            if (name !== undefined && types.get(name) !== `${inner.name}Type`)
              yield defect(
                inner,
                'declaredType',
                `The type definition is not a ${inner.name}Type of this document.`,
                'the name of such a type definition',
              );
          }
      },
    },
    {
      id: 'legacy/direct-dependency',
      title: 'Direct dependencies of FMI 1.0 belong to outputs and name inputs',
      explanation:
        'DirectDependency lists the inputs that an output needs, so that an importer can order the calls. Without it an output depends on all inputs.',
      pass: example(
        variable('u', 0, 'causality="input"', 'start="0"'),
        variable('y', 1, 'causality="output"', '', '<DirectDependency><Name>u</Name></DirectDependency>'),
      ),
      fail: [
        example(
          variable('y', 1, 'causality="output"', '', '<DirectDependency><Name>u</Name></DirectDependency>'),
        ),
        example(variable('y', 1, '', '', '<DirectDependency/>')),
      ],
      *check(root) {
        const inputs = new Set(
          variablesOf(root).flatMap((e) =>
            attribute(e, 'causality') === 'input' ? attribute(e, 'name') : [],
          ),
        );
        for (const e of variablesOf(root)) {
          const dependency = childNamed(e, 'DirectDependency');
          if (dependency === undefined) continue;
          if (attribute(e, 'causality') !== 'output')
            yield defect(
              dependency,
              undefined,
              'A variable that is not an output has a DirectDependency.',
              'the element only in outputs',
            );
          for (const name of childrenNamed(dependency, 'Name'))
            if (!inputs.has(name.text.trim()))
              yield {
                ...defect(name, undefined, 'The named variable is not an input.', 'the name of an input'),
                value: name.text,
              };
        }
      },
    },
    {
      id: 'legacy/fixed-start',
      title: 'The attribute fixed of FMI 1.0 accompanies a start value',
      explanation: 'fixed says whether the start value is the initial value or a guess for it.',
      pass: example(variable('a', 0, '', 'start="1" fixed="true"')),
      fail: example(variable('a', 0, '', 'fixed="true"')),
      *check(root) {
        for (const e of variablesOf(root))
          for (const inner of e.children)
            if (inner.attributes.has('fixed') && !inner.attributes.has('start'))
              yield defect(inner, 'fixed', 'The variable lacks a start value.', 'start and fixed together');
      },
    },
    {
      id: 'legacy/schema',
      title: 'The model description of FMI 1.0 follows its schema',
      explanation:
        'fmiModelDescription.xsd defines elements, their order, attributes and their values. Importers read only documents that follow it.',
      pass: example(variable('a', 0)),
      fail: [
        example(variable('a', 0, 'causality="parameter"')),
        fmi2({ description: description('', 'numberOfContinuousStates="-1"') }),
      ],
      *check(root) {
        for (const { message, expected, value, at } of validate(root, modelDescription1))
          yield { message, expected, at, ...(value === undefined ? {} : { value }) };
      },
    },
    {
      id: 'legacy/unique-names',
      title: 'Variables, types and units of FMI 1.0 have unique names',
      explanation: 'Names identify variables for the user, and types and units inside the description.',
      pass: example(variable('a', 0), variable('b', 1)),
      fail: example(variable('a', 0), variable('a', 1)),
      *check(root) {
        yield* namesakes(variablesOf(root), 'name', 'variables');
        yield* namesakes(list(root, 'TypeDefinitions'), 'name', 'types');
        yield* namesakes(list(root, 'UnitDefinitions'), 'unit', 'units of measure');
      },
    },
  ],
);
