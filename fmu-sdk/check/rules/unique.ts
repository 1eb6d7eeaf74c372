import type { XmlElement } from '../../util/xml/parse-xml.ts';
import { attribute, childrenNamed } from '../../util/xml/parse-xml.ts';
import { defect } from '../defect.ts';
import { fmi2, fmi3 } from '../example/example-fmu.ts';
import {
  clockedState,
  clockPart,
  configuration,
  eventsExample,
  ioPart,
  ioStructure,
  outputPart,
  outputStructure,
  statePart,
  stateStructure,
} from '../example/example-parts.ts';
import { words } from '../grammar/xsd-types.ts';
import type { Model } from '../model/checked-model.ts';
import { referenceName } from '../model/initial-unknowns.ts';
import type { ListName } from '../model/model-structure-lists.ts';
import { allUnknowns } from '../model/model-structure-lists.ts';
import { named, reference } from '../model/variables/model-variable.ts';
import { descendants, elements, ordered, repeated } from '../model/xml-elements.ts';
import type { Rule, RuleOn } from '../rule.ts';
import { type Examples, listOf } from '../rule-family.ts';
import type { Subjects } from '../rule-subjects.ts';

const inputU = '<Float64 name="u" valueReference="1" causality="input" start="0"/>';
function plug(...names: string[]): string {
  const members = names.map(
    (name) => `<TerminalMemberVariable variableName="u" memberName="${name}" variableKind="signal"/>`,
  );
  return `<Terminals><Terminal name="a" matchingRule="plug">${members.join('')}</Terminal></Terminals>`;
}

/** One of the things that must differ in their keys, and where a finding of it is. */
interface Entry {
  key: string | number | undefined;
  name?: string;
  element: XmlElement;
  attribute: string;
}

interface Row<N extends keyof Subjects>
  extends Omit<RuleOn<N>, 'needs' | 'check' | 'severity' | 'pass' | 'fail'>,
    Partial<Pick<RuleOn<N>, 'severity'>>,
    Examples {
  /** Lists in which no two entries have one key. */
  lists(subject: Subjects[N]): readonly (readonly Entry[])[];
  message(entry: Entry, first: Entry): string;
  right?: string;
}

function unique<N extends keyof Subjects>(needs: N, rows: readonly Row<N>[]): RuleOn<N>[] {
  return rows.map(({ lists, message, right = 'a unique name', pass, fail, ...about }) => ({
    severity: 'violation',
    ...about,
    pass: listOf(pass),
    fail: listOf(fail),
    needs,
    *check(subject) {
      for (const list of lists(subject))
        for (const { item, first } of repeated(list, ({ key }) => key))
          yield defect(item.element, item.attribute, message(item, first), right);
    },
  }));
}

/** Groups elements by the value of an attribute. Omits elements without it. */
function byAttribute(elements: Iterable<XmlElement>, name: string, of?: string): Entry[] {
  return Array.from(elements, (element) => ({
    key: attribute(element, name),
    element,
    attribute: name,
    ...(of === undefined ? {} : { name: of }),
  }));
}

/** Entries of a list of the model structure. */
function entries(model: Model, list: ListName): Entry[] {
  return model.structure[list].map(({ element, reference, variable }) => ({
    key: reference,
    name: variable === undefined ? 'This reference' : named(variable),
    element,
    attribute: referenceName(model),
  }));
}

/** A row for a list of the model structure, in which `what` is listed once. */
function listedOnce(
  list: ListName,
  what: string,
  row: Pick<Row<'description'>, 'id' | 'fmi2' | 'fmi3' | 'pass' | 'fail'>,
): Row<'description'> {
  return {
    ...row,
    title: `${what} is listed once`,
    explanation: `The list of ${what.replace(/^An? /, '')}s defines an order, in which each has one position.`,
    lists: (model) => [entries(model, list)],
    message: ({ name }) => `${name} is listed twice.`,
    right: 'each variable once',
  };
}

const ofDescription = unique('description', [
  {
    id: 'annotation/tool-unique',
    title: 'A tool has one annotation in a list',
    fmi2: '2.2.6',
    explanation: 'The names of the Tool elements in one list of annotations must differ.',
    pass: fmi2({ definitions: '<VendorAnnotations><Tool name="a"/><Tool name="b"/></VendorAnnotations>' }),
    fail: [
      fmi2({ definitions: '<VendorAnnotations><Tool name="a"/><Tool name="a"/></VendorAnnotations>' }),
      fmi2({
        variables:
          '<ScalarVariable name="x" valueReference="1"><Real/><Annotations><Tool name="a"/><Tool name="a"/></Annotations></ScalarVariable>',
      }),
    ],
    lists: (model) =>
      [
        ...childrenNamed(model.root, 'VendorAnnotations'),
        ...model.variables.flatMap((v) => childrenNamed(v.element, 'Annotations')),
      ].map((list) => byAttribute(childrenNamed(list, 'Tool'), 'name')),
    message: () => 'The list already has an annotation of this tool.',
    right: 'each tool once',
  },
  {
    id: 'category/name-unique',
    title: 'Log categories have different names',
    fmi2: '2.2.4',
    fmi3: '2.4.5',
    explanation: 'Importers enable a category by its name, and messages contain it.',
    pass: fmi3({ definitions: '<LogCategories><Category name="a"/><Category name="b"/></LogCategories>' }),
    fail: [
      fmi3({ definitions: '<LogCategories><Category name="a"/><Category name="a"/></LogCategories>' }),
      fmi2({ definitions: '<LogCategories><Category name="a"/><Category name="a"/></LogCategories>' }),
    ],
    lists: (model) => [byAttribute(elements(model.root, 'LogCategories', 'Category'), 'name')],
    message: (_, { element }) => `Line ${element.line} already defines a category with this name.`,
  },
  {
    id: 'clocked/clocks-unique',
    title: 'A list of clocks contains a clock once',
    severity: 'advice',
    fmi3: '2.4.7.4',
    explanation:
      'A variable belongs to a clock or does not. A repeated reference is usually a mistake for another one.',
    pass: eventsExample(
      `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
    ),
    fail: eventsExample(
      `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1 1"/>`,
    ),
    lists: (model) =>
      model.variables.map((variable) =>
        words(attribute(variable.element, 'clocks') ?? '').map((word) => ({
          key: word,
          name: named(variable),
          element: variable.element,
          attribute: 'clocks',
        })),
      ),
    message: ({ key, name }) => `${name} lists clock ${key} twice.`,
    right: 'each clock once',
  },
  {
    id: 'clocked/previous-unique',
    title: 'A previous value belongs to one variable',
    fmi3: '2.4.7.4',
    explanation: 'Two clocked states must not refer to the same previous value.',
    pass: eventsExample(`${clockPart}${clockedState}`, '<ClockedState valueReference="3"/>'),
    fail: eventsExample(
      `${clockPart}${clockedState}<Float64 name="y" valueReference="4" variability="discrete" clocks="1" previous="2"/>`,
      '<ClockedState valueReference="3"/><ClockedState valueReference="4"/>',
    ),
    lists: (model) => [
      model.variables.map((variable) => ({
        key: reference(attribute(variable.element, 'previous')),
        name: named(variable),
        element: variable.element,
        attribute: 'previous',
      })),
    ],
    message: (_, first) => `${first.name} already has this previous value.`,
    right: 'a separate variable',
  },
  {
    id: 'interface/source-file-unique',
    title: 'A source file is listed once',
    severity: 'advice',
    fmi2: '3.3.1, 4.3.1',
    explanation:
      'SourceFiles lists the files to compile. A file that is compiled twice defines its symbols twice.',
    pass: fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="a.c"/><File name="b.c"/></SourceFiles></CoSimulation>',
    }),
    fail: fmi2({
      interfaces:
        '<CoSimulation modelIdentifier="unit"><SourceFiles><File name="a.c"/><File name="a.c"/></SourceFiles></CoSimulation>',
    }),
    lists: (model) =>
      model.interfaces.map((element) =>
        byAttribute(elements(element, 'SourceFiles', 'File'), 'name', element.name),
      ),
    message: ({ name }) => `${name} lists this source file twice.`,
    right: 'each file once',
  },
  listedOnce('ClockedState', 'A clocked state', {
    id: 'structure/clocked-state-unique',
    fmi3: '2.4.8',
    pass: eventsExample(`${clockPart}${clockedState}`, '<ClockedState valueReference="3"/>'),
    fail: eventsExample(
      `${clockPart}${clockedState}`,
      '<ClockedState valueReference="3"/><ClockedState valueReference="3"/>',
    ),
  }),
  {
    id: 'structure/dependency-unique',
    title: 'A dependency is listed once',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    explanation:
      'dependencies is a set of knowns. With dependenciesKind a repeated one could have two kinds.',
    pass: fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') }),
    fail: fmi3({ variables: ioPart, structure: ioStructure('dependencies="2 2"') }),
    lists: (model) =>
      allUnknowns(model.structure).map(({ element, dependencies }) =>
        (dependencies ?? []).map((word) => ({
          key: reference(word),
          name: word,
          element,
          attribute: 'dependencies',
        })),
      ),
    message: ({ name }) => `Dependency ${name} is listed twice.`,
    right: 'each once',
  },
  listedOnce('ContinuousStateDerivative', 'A state derivative', {
    id: 'structure/derivative-unique',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    pass: fmi3({ variables: statePart, structure: stateStructure }),
    fail: fmi3({
      variables: statePart,
      structure: `<ContinuousStateDerivative valueReference="2"/>${stateStructure}`,
    }),
  }),
  listedOnce('EventIndicator', 'An event indicator', {
    id: 'structure/event-indicator-unique',
    fmi3: '2.4.8',
    pass: fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/>',
    }),
    fail: fmi3({
      variables: '<Float64 name="z" valueReference="1"/>',
      structure: '<EventIndicator valueReference="1"/><EventIndicator valueReference="1"/>',
    }),
  }),
  listedOnce('InitialUnknown', 'An initial unknown', {
    id: 'structure/initial-unknown-unique',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    pass: fmi3({ variables: outputPart, structure: outputStructure }),
    fail: fmi3({
      variables: outputPart,
      structure: `${outputStructure}<InitialUnknown valueReference="1"/>`,
    }),
  }),
  listedOnce('Output', 'An output', {
    id: 'structure/output-unique',
    fmi2: '2.2.8',
    fmi3: '2.4.8',
    pass: fmi3({ variables: outputPart, structure: outputStructure }),
    fail: fmi3({ variables: outputPart, structure: `<Output valueReference="1"/>${outputStructure}` }),
  }),
  {
    id: 'type/item-name-unique',
    title: 'Items of an enumeration have different names',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'Names and values of an enumeration map one to one.',
    pass: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="2"/></EnumerationType></TypeDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="a" value="2"/></EnumerationType></TypeDefinitions>',
    }),
    lists: (model) => model.types.map(({ typed }) => byAttribute(childrenNamed(typed, 'Item'), 'name')),
    message: () => 'Another item has this name.',
  },
  {
    id: 'type/item-value-unique',
    title: 'Items of an enumeration have different values',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'Names and values of an enumeration map one to one.',
    pass: fmi2({
      definitions:
        '<TypeDefinitions><SimpleType name="A"><Enumeration><Item name="a" value="1"/><Item name="b" value="2"/></Enumeration></SimpleType></TypeDefinitions>',
    }),
    fail: [
      fmi2({
        definitions:
          '<TypeDefinitions><SimpleType name="A"><Enumeration><Item name="a" value="1"/><Item name="b" value="1"/></Enumeration></SimpleType></TypeDefinitions>',
      }),
      fmi3({
        definitions:
          '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="01"/></EnumerationType></TypeDefinitions>',
      }),
    ],
    lists: (model) =>
      model.types.map(({ typed }) =>
        childrenNamed(typed, 'Item').map((element) => ({
          key: ordered('Enumeration', attribute(element, 'value'))?.toString(),
          element,
          attribute: 'value',
        })),
      ),
    message: () => 'Another item has this value.',
    right: 'a unique value',
  },
  {
    id: 'type/name-unique',
    title: 'Types have different names',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'Variables refer to a type by its name.',
    pass: fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/><Float64Type name="B"/></TypeDefinitions>',
    }),
    fail: [
      fmi3({
        definitions: '<TypeDefinitions><Float64Type name="A"/><Int32Type name="A"/></TypeDefinitions>',
      }),
      fmi2({
        definitions:
          '<TypeDefinitions><SimpleType name="A"><Real/></SimpleType><SimpleType name="A"><Real/></SimpleType></TypeDefinitions>',
      }),
    ],
    lists: (model) => [
      byAttribute(
        model.types.map(({ element }) => element),
        'name',
      ),
    ],
    message: (_, { element }) => `Line ${element.line} already defines a type with this name.`,
  },
  {
    id: 'unit/display-name-unique',
    title: 'Display units of a unit have different names',
    fmi2: '2.2.2',
    fmi3: '2.4.3',
    explanation:
      'A variable chooses its display unit by name among those of its unit. (Display units of different units may share a name.)',
    pass: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/></Unit><Unit name="km"><DisplayUnit name="mm" factor="1e6"/></Unit></UnitDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<UnitDefinitions><Unit name="m"><DisplayUnit name="mm" factor="1000"/><DisplayUnit name="mm" factor="1e3"/></Unit></UnitDefinitions>',
    }),
    lists: (model) =>
      elements(model.root, 'UnitDefinitions', 'Unit').map((measure) =>
        byAttribute(elements(measure, 'DisplayUnit'), 'name'),
      ),
    message: (_, { element }) => `Line ${element.line} already defines a display unit with this name.`,
    right: 'a unique name within the unit',
  },
  {
    id: 'unit/name-unique',
    title: 'Units have different names',
    fmi2: '2.2.2',
    fmi3: '2.4.3',
    explanation:
      'Variables and types refer to a unit by its name. With two units of one name the conversion is ambiguous.',
    pass: fmi3({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="s"/></UnitDefinitions>' }),
    fail: [
      fmi3({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="m"/></UnitDefinitions>' }),
      fmi2({ definitions: '<UnitDefinitions><Unit name="m"/><Unit name="m"/></UnitDefinitions>' }),
    ],
    lists: (model) => [byAttribute(elements(model.root, 'UnitDefinitions', 'Unit'), 'name')],
    message: (_, { element }) => `Line ${element.line} already defines a unit with this name.`,
  },
  {
    id: 'variable/name-unique',
    title: 'Variables and aliases have different names',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'A name identifies a variable for users and connections. In FMI 3.0 the names of Alias elements count as well.',
    pass: fmi3({
      variables:
        '<Float64 name="a" valueReference="1"><Alias name="b"/></Float64><Float64 name="c" valueReference="2"/>',
    }),
    fail: [
      fmi3({ variables: '<Float64 name="a" valueReference="1"/><Float64 name="a" valueReference="2"/>' }),
      fmi3({
        variables:
          '<Float64 name="a" valueReference="1"><Alias name="b"/></Float64><Float64 name="b" valueReference="2"/>',
      }),
      fmi2({
        variables:
          '<ScalarVariable name="a" valueReference="1"><Real/></ScalarVariable><ScalarVariable name="a" valueReference="2"><Real/></ScalarVariable>',
      }),
    ],
    lists: (model) => [
      model.variables
        .flatMap(({ element }) => [element, ...childrenNamed(element, 'Alias')])
        .map((element) => ({ key: attribute(element, 'name') || undefined, element, attribute: 'name' })),
    ],
    message: (_, { element }) => `The ${element.name} in line ${element.line} already has this name.`,
  },
  {
    id: 'variable/reference-unique',
    title: 'Variables have different value references',
    fmi3: '2.4.7.4',
    explanation:
      'In FMI 3.0 a value reference identifies one variable, whatever its type. Further names of a value are Alias elements.',
    pass: fmi3({ variables: '<Float64 name="a" valueReference="1"/><Int32 name="b" valueReference="2"/>' }),
    fail: fmi3({ variables: '<Float64 name="a" valueReference="1"/><Int32 name="b" valueReference="1"/>' }),
    lists: (model) => [
      model.variables.map((variable) => ({
        key: variable.reference,
        name: named(variable),
        element: variable.element,
        attribute: 'valueReference',
      })),
    ],
    message: ({ name }, first) => `Variables ${first.name} and ${name} share one value reference.`,
    right: 'a unique value reference, or an Alias element',
  },
]);

const ofBuild = unique('build', [
  {
    id: 'build/source-unique',
    title: 'A source file is listed once in a configuration',
    fmi2: '2.3',
    fmi3: '2.4.10.2',
    explanation: 'A file that is compiled twice defines its symbols twice.',
    pass: fmi3({ build: configuration('<SourceFile name="a.c"/><SourceFile name="b.c"/>') }),
    fail: fmi3({ build: configuration('<SourceFile name="a.c"/><SourceFile name="a.c"/>') }),
    lists: (root) =>
      childrenNamed(root, 'BuildConfiguration').map((element) =>
        byAttribute(descendants(element, 'SourceFile'), 'name'),
      ),
    message: () => 'The file is listed twice.',
    right: 'each file once',
  },
]);

const ofTerminals = unique('terminals', [
  {
    id: 'terminals/member-name-unique',
    title: 'Members of a terminal have different member names',
    fmi2: '2.3.2',
    fmi3: '2.4.9.2.3',
    explanation: 'memberName must be unique in its terminal, including the names of its stream members.',
    pass: fmi3({ variables: inputU, terminals: plug('u', 'v') }),
    fail: fmi3({ variables: inputU, terminals: plug('u', 'u') }),
    lists: (root) =>
      [...descendants(root, 'Terminal')].map(({ children }) =>
        children.flatMap((element) =>
          ['memberName', 'inStreamMemberName', 'outStreamMemberName'].flatMap((name) =>
            byAttribute([element], name),
          ),
        ),
      ),
    message: () => 'Another member of the terminal has this name.',
  },
  {
    id: 'terminals/name-unique',
    title: 'Sibling terminals have different names',
    fmi2: '2.3.2',
    fmi3: '2.4.9.2.2',
    explanation: 'The name of a terminal is unique among its siblings. Nested terminals have separate names.',
    pass: fmi3({
      terminals:
        '<Terminals><Terminal name="a" matchingRule="none"><Terminal name="a" matchingRule="none"/></Terminal></Terminals>',
    }),
    fail: fmi3({
      terminals:
        '<Terminals><Terminal name="a" matchingRule="none"/><Terminal name="a" matchingRule="none"/></Terminals>',
    }),
    lists: (root) =>
      [...childrenNamed(root, 'Terminals'), ...descendants(root, 'Terminal')].map((level) =>
        childrenNamed(level, 'Terminal').map((element) => ({
          key: attribute(element, 'name') || undefined,
          element,
          attribute: 'name',
        })),
      ),
    message: () => 'A sibling terminal has this name.',
  },
]);

/** Things of a list differ from one another. */
export const uniqueRules: readonly Rule[] = [...ofDescription, ...ofBuild, ...ofTerminals];
