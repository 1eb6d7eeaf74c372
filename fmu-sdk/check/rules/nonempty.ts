import type { XmlElement } from '../../util/xml/parse-xml.ts';
import { attribute, childrenNamed } from '../../util/xml/parse-xml.ts';
import { defect } from '../defect.ts';
import { fmi2, fmi3 } from '../example/example-fmu.ts';
import { descendants, elements } from '../model/xml-elements.ts';
import type { Rule, RuleOn } from '../rule.ts';
import { type Examples, listOf } from '../rule-family.ts';
import type { Subjects } from '../rule-subjects.ts';

/** Elements whose name must not be empty. */
interface Row<N extends keyof Subjects>
  extends Omit<RuleOn<N>, 'needs' | 'check' | 'severity' | 'pass' | 'fail'>,
    Examples {
  of(subject: Subjects[N]): readonly XmlElement[];
  message: string;
}

function nonempty<N extends keyof Subjects>(needs: N, rows: readonly Row<N>[]): RuleOn<N>[] {
  return rows.map(({ of, message, pass, fail, ...about }) => ({
    ...about,
    pass: listOf(pass),
    fail: listOf(fail),
    severity: 'violation',
    needs,
    *check(subject) {
      for (const element of of(subject))
        if (attribute(element, 'name') === '') yield defect(element, 'name', message, 'a name');
    },
  }));
}

const ofDescription = nonempty('description', [
  {
    id: 'category/name-nonempty',
    title: 'Every log category has a name',
    fmi3: '2.4',
    explanation: 'Names of list elements must not be empty in FMI 3.0.',
    pass: fmi3({ definitions: '<LogCategories><Category name="a"/></LogCategories>' }),
    fail: fmi3({ definitions: '<LogCategories><Category name=""/></LogCategories>' }),
    of: (model) => elements(model.root, 'LogCategories', 'Category'),
    message: 'A log category has an empty name.',
  },
  {
    id: 'type/item-name-nonempty',
    title: 'Every item of an enumeration has a name',
    fmi3: '2.4',
    explanation: 'Names of list elements must not be empty in FMI 3.0.',
    pass: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/></EnumerationType></TypeDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="" value="1"/></EnumerationType></TypeDefinitions>',
    }),
    of: (model) => model.types.flatMap(({ typed }) => childrenNamed(typed, 'Item')),
    message: 'An item has an empty name.',
  },
  {
    id: 'type/name-nonempty',
    title: 'Every type has a name',
    fmi3: '2.4',
    explanation: 'Names of list elements must not be empty in FMI 3.0.',
    pass: fmi3({ definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>' }),
    fail: fmi3({ definitions: '<TypeDefinitions><Float64Type name=""/></TypeDefinitions>' }),
    of: (model) => model.types.map(({ element }) => element),
    message: 'A type has an empty name.',
  },
  {
    id: 'unit/display-name-nonempty',
    title: 'Every display unit has a name',
    fmi3: '2.4',
    explanation: 'Names of list elements must not be empty in FMI 3.0.',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit></UnitDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="" factor="1000"/></Unit></UnitDefinitions>',
    }),
    of: (model) => elements(model.root, 'UnitDefinitions', 'Unit', 'DisplayUnit'),
    message: 'A display unit has an empty name.',
  },
  {
    id: 'unit/name-nonempty',
    title: 'Every unit has a name',
    fmi3: '2.4',
    explanation:
      'Names of list elements must not be empty in FMI 3.0. (FMI 2.0 allows a unit whose name is the empty string.)',
    pass: fmi3({ definitions: '<UnitDefinitions><Unit name="m"/></UnitDefinitions>' }),
    fail: fmi3({ definitions: '<UnitDefinitions><Unit name=""/></UnitDefinitions>' }),
    of: (model) => elements(model.root, 'UnitDefinitions', 'Unit'),
    message: 'A unit has an empty name.',
  },
  {
    id: 'variable/name-nonempty',
    title: 'Every variable, and every alias, has a name',
    fmi2: '2.2.9',
    fmi3: '2.4.7.5.1',
    explanation: 'Names are unique, nonempty strings in both naming conventions.',
    pass: fmi3({ variables: '<Float64 name="a" valueReference="1"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="" valueReference="1"/>' }),
      fmi3({ variables: '<Float64 name="a" valueReference="1"><Alias name=""/></Float64>' }),
      fmi2({ variables: '<ScalarVariable name="" valueReference="1"><Real/></ScalarVariable>' }),
    ],
    of: (model) => model.variables.flatMap(({ element }) => [element, ...childrenNamed(element, 'Alias')]),
    message: 'The name is empty.',
  },
]);

const ofTerminals = nonempty('terminals', [
  {
    id: 'terminals/name-nonempty',
    title: 'Every terminal has a name',
    fmi2: '2.3.2',
    fmi3: '2.4',
    explanation: 'Names of list elements must not be empty.',
    pass: fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="none"/></Terminals>' }),
    fail: fmi3({ terminals: '<Terminals><Terminal name="" matchingRule="none"/></Terminals>' }),
    of: (root) => [...descendants(root, 'Terminal')],
    message: 'A terminal has an empty name.',
  },
]);

/** Things of a list have names. */
export const nonemptyRules: readonly Rule[] = [...ofDescription, ...ofTerminals];
