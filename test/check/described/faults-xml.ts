import { type Base, bases } from './bases.ts';
import { type Change, endOf, replaced, type Tag, tagsOf, withText, xmlOf } from './change.ts';

type Edit = (text: string, tag: Tag, base: Base) => Iterable<[what: string, text: string]>;

/** Attributes without which an element is invalid, by the schemas of the standards. */
const required =
  /^(fmiModelDescription@(fmiVersion|modelName|guid|instantiationToken)|(ModelExchange|CoSimulation|ScheduledExecution|BuildConfiguration)@modelIdentifier|(Unit|DisplayUnit|Item|Category|SimpleType|\w+Type|Terminal|File|SourceFile|IncludeDirectory|Library|PreprocessorDefinition|Alias|ScalarVariable|Float64|Float32|U?Int\d+|Boolean|String|Binary|Enumeration|Clock|Tool)@name|Item@value|\w+@valueReference|Unknown@index|TerminalMemberVariable@(variableName|variableKind)|Annotation@type|Clock@intervalVariability|Enumeration@declaredType|Start@value|fmiTerminalsAndIcons@fmiVersion|fmiBuildDescription@fmiVersion|Terminal@matchingRule|TerminalGraphicalRepresentation@(iconBaseName|x1|y1|x2|y2))$/;

/** A value that an attribute cannot have, by its type. */
const wrong: readonly [attribute: RegExp, value: string][] = [
  [
    /^(valueReference|index|derivative|previous|maxSize|priority|maxOutputDerivativeOrder|numberOfEventIndicators)$/,
    '-1',
  ],
  [/^(valueReference|index|derivative|previous|clocks|dependencies)$/, 'x'],
  [
    /^(can\w+|provides\w+|has\w+|needs\w+|mightReturn\w+|relativeQuantity|reinit|intermediateUpdate|supportsFraction|inverse|completedIntegratorStepNotNeeded|optional|external)$/,
    'yes',
  ],
  [
    /^(startTime|stopTime|stepSize|tolerance|factor|offset|nominal|min|max|intervalDecimal|shiftDecimal|x1|y2)$/,
    '1,5',
  ],
  [/^(resolution|intervalCounter)$/, '1.5'],
  [/^causality$/, 'inn'],
  [/^variability$/, 'sometimes'],
  [/^initial$/, 'begin'],
  [/^dependenciesKind$/, 'some'],
  [/^intervalVariability$/, 'often'],
  [/^variableNamingConvention$/, 'camel'],
  [/^fmiVersion$/, '9.9'],
  [/^generationDateAndTime$/, 'yesterday'],
  [/^defaultConnectionColor$/, '-'],
];

const duplicate = (text: string, tag: Tag): string => {
  const end = endOf(text, tag);
  return replaced(text, end, 0, text.slice(tag.at, end));
};
const without = (text: string, tag: Tag): string => replaced(text, tag.at, endOf(text, tag) - tag.at, '');

const variables = /^(Float64|Float32|U?Int\d+|Boolean|String|Binary|Enumeration|Clock|ScalarVariable)$/;

/** References to what is not there. */
const references: readonly [place: RegExp, value: string][] = [
  [/^(Output|ContinuousStateDerivative|ClockedState|InitialUnknown|EventIndicator)@valueReference$/, '4711'],
  [/^Unknown@index$/, '4711'],
  [/@declaredType$/, 'Nowhere'],
  [/^(Float64Type|Real)@unit$/, 'nowhere'],
  [/^(Float64Type|Real|Alias)@displayUnit$/, 'nowhere'],
  [/@derivative$/, '4711'],
  [/@previous$/, '4711'],
  [/@clocks$/, '4711'],
  [/^Dimension@valueReference$/, '4711'],
  [/^TerminalMemberVariable@variableName$/, 'nowhere'],
  [/^TerminalGraphicalRepresentation@iconBaseName$/, 'nowhere'],
  [/^(SourceFile|IncludeDirectory|File)@name$/, 'nowhere.c'],
  [/^BuildConfiguration@modelIdentifier$/, 'nobody'],
];

/** Values that contradict an element, by its place and attribute. */
const contradictions: readonly [place: RegExp, value: (now: string, tag: Tag) => string | undefined][] = [
  [/^DefaultExperiment@stopTime$/, () => '-1'],
  [/^DefaultExperiment@stepSize$/, () => '0'],
  [/^DefaultExperiment@tolerance$/, () => '-1e-6'],
  [/Type@nominal$|^Real@nominal$/, () => '0'],
  [
    /^(Float64Type|Int8Type|Float64|UInt64)@min$/,
    (_, t) => (of(t, 'max') === undefined ? undefined : String(Number(of(t, 'max')) + 1)),
  ],
  [
    /^(Real|Integer)@min$/,
    (_, t) => (of(t, 'max') === undefined ? undefined : String(Number(of(t, 'max')) + 1)),
  ],
  [/@intervalDecimal$/, () => '0'],
  [/@modelIdentifier$/, () => 'no identifier'],
  [
    /^(Float64|ScalarVariable)@causality$/,
    (now) =>
      now === 'input' || now === 'output'
        ? 'calculatedParameter'
        : now === 'parameter'
          ? 'output'
          : undefined,
  ],
  [
    /^(Float64|ScalarVariable)@variability$/,
    (now, t) =>
      of(t, 'causality') === 'parameter'
        ? 'continuous'
        : of(t, 'causality') === 'independent'
          ? 'discrete'
          : now === 'constant'
            ? undefined
            : now === 'continuous'
              ? 'fixed'
              : undefined,
  ],
  [/^(Int32|Int8|Boolean)@variability$/, () => 'continuous'],
  [/@initial$/, (now, t) => (now === 'calculated' && of(t, 'start') === undefined ? 'exact' : undefined)],
  [/^(instantiationToken|fmiModelDescription@instantiationToken|fmiModelDescription@guid)$/, () => ''],
  [/^Item@value$/, () => '0.5'],
  [/^(Output|Unknown|InitialUnknown)@dependenciesKind$/, (now) => now.split(' ').slice(1).join(' ')],
  [/^(Float64|Real|Float32)@start$/, () => 'abc'],
  [/^(Int8|Int32|UInt64|Integer|UInt8|Int64)@start$/, () => '1.5'],
  [/^(Int8|UInt8|Int16|UInt16|UInt32|UInt64)@start$/, () => '-99999999999999999999999'],
  [/^Boolean@start$/, () => 'maybe'],
  [/^Enumeration@start$/, () => '99'],
  [/^Binary@maxSize$/, () => '-1'],
  [/^Annotation@type$/, () => 'no domain'],
];

function of(tag: Tag, attribute: string): string | undefined {
  return tag.attributes.find(({ name }) => name === attribute)?.value;
}

function place(tag: Tag, attribute: { name: string }): string {
  return `${tag.name}@${attribute.name}`;
}

function* changed(
  text: string,
  tag: Tag,
  table: readonly [RegExp, (now: string, tag: Tag) => string | undefined][],
): Iterable<[string, string]> {
  for (const attribute of tag.attributes)
    for (const [where, value] of table) {
      const next = where.test(place(tag, attribute)) ? value(attribute.value, tag) : undefined;
      if (next !== undefined)
        yield [
          `${place(tag, attribute)}="${next}"`,
          replaced(text, attribute.at, attribute.text.length, ` ${attribute.name}="${next}"`),
        ];
    }
}

const sorts: Readonly<Record<string, Edit>> = {
  *'unknown attribute'(text, tag) {
    yield [tag.name, replaced(text, tag.at + 1 + tag.name.length, 0, ' colour="red"')];
  },
  *'unknown element'(text, tag) {
    const inside = tag.at + tag.text.length;
    if (!tag.empty) yield [tag.name, replaced(text, inside, 0, '<Colour/>')];
    else yield [tag.name, replaced(text, inside - 2, 2, `><Colour/></${tag.name}>`)];
  },
  *'wrong element'(text, tag) {
    if (tag.empty) yield [tag.name, replaced(text, tag.at + 1, tag.name.length, 'Thing')];
  },
  *'required attribute'(text, tag) {
    for (const a of tag.attributes)
      if (required.test(place(tag, a))) yield [place(tag, a), replaced(text, a.at, a.text.length, '')];
  },
  *'wrong value'(text, tag) {
    for (const a of tag.attributes)
      for (const [name, value] of wrong)
        if (name.test(a.name))
          yield [`${place(tag, a)}="${value}"`, replaced(text, a.at, a.text.length, ` ${a.name}="${value}"`)];
  },
  *'attribute twice'(text, tag) {
    for (const a of tag.attributes) yield [place(tag, a), replaced(text, a.at, 0, a.text)];
  },
  *'wrong reference'(text, tag) {
    for (const a of tag.attributes)
      for (const [where, value] of references)
        if (where.test(place(tag, a)))
          yield [`${place(tag, a)}="${value}"`, replaced(text, a.at, a.text.length, ` ${a.name}="${value}"`)];
  },
  contradiction: (text, tag) => changed(text, tag, contradictions),
  *'element twice'(text, tag) {
    if (
      /^(DefaultExperiment|LogCategories|TypeDefinitions|UnitDefinitions|ModelVariables|ModelStructure|CoSimulation|ModelExchange|ScheduledExecution|BaseUnit|Output|Unknown|ContinuousStateDerivative|InitialUnknown|Outputs|Derivatives|Category|DisplayUnit|Item|Terminals|Terminal|TerminalMemberVariable|TerminalGraphicalRepresentation|Unit|SimpleType|Alias|EventIndicator)$/.test(
        tag.name,
      ) ||
      variables.test(tag.name) ||
      /^(Float64|Int8|Enumeration|Binary|Clock)Type$/.test(tag.name)
    )
      yield [tag.name, duplicate(text, tag)];
  },
  *'element missing'(text, tag) {
    if (
      /^(ModelVariables|ModelStructure|Output|ContinuousStateDerivative|SourceFileSet|BuildConfiguration|Start|Outputs|Derivatives)$/.test(
        tag.name,
      )
    )
      yield [tag.name, without(text, tag)];
  },
  *'order of elements'(text, tag) {
    if (!/^(DefaultExperiment|LogCategories|TypeDefinitions|ModelVariables|CoSimulation)$/.test(tag.name))
      return;
    const end = endOf(text, tag);
    const element = text.slice(tag.at, end);
    const rest = replaced(text, tag.at, end - tag.at, '');
    const close = rest.lastIndexOf('</fmiModelDescription>');
    yield [tag.name, replaced(rest, close, 0, element)];
  },
  *'start missing'(text, tag) {
    const start = tag.attributes.find(({ name }) => name === 'start');
    if (
      start !== undefined &&
      (/^(input|parameter|structuralParameter)$/.test(of(tag, 'causality') ?? '') ||
        of(tag, 'variability') === 'constant' ||
        of(tag, 'initial') === 'exact')
    )
      yield [of(tag, 'name') ?? tag.name, replaced(text, start.at, start.text.length, '')];
  },
  *'start forbidden'(text, tag) {
    if (of(tag, 'initial') === 'calculated' && tag.name === 'Float64' && of(tag, 'start') === undefined)
      yield [of(tag, 'name')!, replaced(text, tag.at + 1 + tag.name.length, 0, ' start="1"')];
    if (of(tag, 'causality') === 'independent')
      yield [
        'time',
        replaced(
          text,
          tag.at + 1 + tag.name.length,
          0,
          tag.name === 'Float64' ? ' start="1"' : ' initial="exact"',
        ),
      ];
  },
  *'name twice'(text, tag, base) {
    if (!variables.test(tag.name) || of(tag, 'name') === undefined) return;
    const name = tag.attributes.find((a) => a.name === 'name')!;
    const first = tagsOf(text).find((t) => variables.test(t.name) && of(t, 'name') !== undefined)!;
    if (first.at !== tag.at)
      yield [
        `${base.name} ${name.value}`,
        replaced(text, name.at, name.text.length, ` name="${of(first, 'name')}"`),
      ];
  },
  *'reference twice'(text, tag, base) {
    const reference = tag.attributes.find((a) => a.name === 'valueReference');
    if (base.fmi !== 3 || !variables.test(tag.name) || reference === undefined) return;
    const first = tagsOf(text).find((t) => variables.test(t.name) && of(t, 'valueReference') !== undefined)!;
    if (first.at !== tag.at)
      yield [
        of(tag, 'name')!,
        replaced(
          text,
          reference.at,
          reference.text.length,
          ` valueReference="${of(first, 'valueReference')}"`,
        ),
      ];
  },
  *'not closed'(text, tag) {
    if (tag.empty) yield [tag.name, replaced(text, tag.at + tag.text.length - 2, 1, '')];
  },
};

/** Yields faults in the XML of all bases, at every possible place. */
export function* xmlFaults(): Iterable<Change> {
  for (const base of bases)
    for (const [path, text] of xmlOf(base)) {
      for (const tag of tagsOf(text))
        if (!tag.free)
          for (const [sort, edit] of Object.entries(sorts))
            for (const [what, next] of edit(text, tag, base))
              if (next !== text)
                yield {
                  name: `${base.name}, ${path}: ${sort}, ${what} (at ${tag.at})`,
                  sort,
                  base,
                  files: withText(base, path, next),
                };
      for (const [what, next] of wholes(text))
        yield {
          name: `${base.name}, ${path}: ${what}`,
          sort: 'text',
          base,
          files: new Map(base.files).set(path, next),
        };
    }
}

/** Faults of a whole text. */
function* wholes(text: string): Iterable<[string, string | Uint8Array]> {
  const bytes = new TextEncoder().encode(text);
  yield ['empty', ''];
  yield ['no XML', 'modelDescription'];
  yield ['cut off', text.slice(0, text.length / 2)];
  yield ['two roots', `${text}<more/>`];
  yield ['a bare ampersand', text.replace('name="', 'name="a & b')];
  yield ['a control character', text.replace('name="', 'name="\u0001')];
  yield ['a document type', text.replace('?>', '?><!DOCTYPE fmi [<!ENTITY a "b">]>')];
  yield ['an unknown entity', text.replace('name="', 'name="&here;')];
  yield ['another encoding declared', text.replace('UTF-8', 'ISO-8859-1')];
  yield [
    'UTF-16',
    new Uint8Array([
      0xff,
      0xfe,
      ...Array.from(text, (c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]).flat(),
    ]),
  ];
  const name = text.indexOf('name="') + 6;
  yield [
    'a byte that is not UTF-8',
    new Uint8Array([...bytes.subarray(0, name), 0xe4, ...bytes.subarray(name)]),
  ];
  yield ['another root', text.replace(/<(\/?)fmi(\w+)/g, '<$1other$2')];
}
