import { describe, expect, it } from 'vitest';
import {
  continuousStateCount,
  eventIndicatorCount,
  type ModelDescription,
  variablesByName,
} from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';

const of3 = (inside: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="M" instantiationToken="{m}" ${attributes}>
${inside}
</fmiModelDescription>`;
const of2 = (inside: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="M" guid="{m}" ${attributes}>
${inside}
</fmiModelDescription>`;
const variables3 = (list: string): ModelDescription =>
  readModelDescription(of3(`<ModelVariables>\n${list}\n</ModelVariables>`), 'm.xml');

describe('the reader of model descriptions of FMI 3.0', () => {
  it('reads clocks, clocked variables, and the interface of scheduled execution', () => {
    const d = readModelDescription(
      of3(`<ScheduledExecution modelIdentifier="Clocks" canGetAndSetFMUState="1"/>
<ModelVariables>
  <Clock name="c1" valueReference="1001" causality="input" intervalVariability="constant" intervalDecimal="1" priority="2"/>
  <Clock name="c2" valueReference="1002" causality="input" intervalVariability="triggered" canBeDeactivated="true"/>
  <Clock name="c3" valueReference="1003" causality="output" clocks="1001 1002" intervalVariability="triggered"
    supportsFraction="true" resolution="18446744073709551615" intervalCounter="3" shiftCounter="1" shiftDecimal="0.5"/>
  <Int32 name="ticks" valueReference="2001" causality="output" variability="discrete" initial="exact" start="0" clocks="1001" previous="2002"/>
  <Int32 name="ticks before" valueReference="2002" clocks="1001"/>
</ModelVariables>
<ModelStructure><Output valueReference="2001" dependencies="2002" dependenciesKind="discrete"/><ClockedState valueReference="2001"/></ModelStructure>`),
      'm.xml',
    );
    expect(d.scheduledExecution).toMatchObject({ modelIdentifier: 'Clocks', canGetAndSetFMUState: true });
    expect(d.coSimulation ?? d.modelExchange).toBeUndefined();
    expect(d.variables[0]).toMatchObject({
      intervalVariability: 'constant',
      intervalDecimal: 1,
      priority: 2,
    });
    expect(d.variables[1]).toMatchObject({ intervalVariability: 'triggered', canBeDeactivated: true });
    expect(d.variables[2]).toMatchObject({
      clocks: [1001, 1002],
      supportsFraction: true,
      resolution: '18446744073709551615',
      intervalCounter: '3',
      shiftCounter: '1',
      shiftDecimal: 0.5,
    });
    expect(d.variables[3]).toMatchObject({ clocks: [1001], previous: 2002, variability: 'discrete' });
    expect(d.outputs).toEqual([{ variable: 3, dependencies: [4], dependenciesKind: ['discrete'] }]);
    expect(d.clockedStates).toEqual([{ variable: 3 }]);
  });

  it('takes sizes from structural parameters, and counts states and event indicators by element', () => {
    const d = readModelDescription(
      of3(`<ModelExchange modelIdentifier="S" needsCompletedIntegratorStep="true"/>
<ModelVariables>
  <UInt64 name="m" valueReference="1" causality="structuralParameter" variability="fixed" start="3"/>
  <Float64 name="A" valueReference="2" start="1 2 3 4 5 6"><Dimension valueReference="1"/><Dimension start="2"/></Float64>
  <Float64 name="x" valueReference="3" start="0"><Dimension valueReference="1"/></Float64>
  <Float64 name="der(x)" valueReference="4" derivative="3"><Dimension valueReference="1"/></Float64>
  <Float64 name="z" valueReference="5"><Dimension start="2"/></Float64>
</ModelVariables>
<ModelStructure><ContinuousStateDerivative valueReference="4"/><EventIndicator valueReference="5"/><EventIndicator valueReference="2"/></ModelStructure>`),
      'm.xml',
    );
    expect(d.variables.map((v) => v.dimensions)).toEqual([[], [3, 2], [3], [3], [2]]);
    expect(d.variables[1].dimensionReferences).toEqual([1, null]);
    expect(d.variables[4].dimensionReferences).toBeUndefined();
    expect(d.variables[3].derivative).toBe(3);
    expect([continuousStateCount(d), eventIndicatorCount(d)]).toEqual([3, 8]);
    expect(d.modelExchange?.needsCompletedIntegratorStep).toBe(true);
  });

  it('fills in attributes of the declared type that the variable omits', () => {
    const d = readModelDescription(
      of3(`<UnitDefinitions><Unit name="K"><BaseUnit K="1"/><DisplayUnit name="degC" offset="-273.15"/></Unit>
<Unit name="s/m"><DisplayUnit name="m/s" factor="2" inverse="true"/></Unit></UnitDefinitions>
<TypeDefinitions>
  <Float64Type name="Temperature" quantity="T" unit="K" displayUnit="degC" min="0" nominal="300" relativeQuantity="true"/>
  <EnumerationType name="E"><Item name="on" value="-4" description="d"/></EnumerationType>
  <BinaryType name="B" mimeType="image/png" maxSize="9"/>
</TypeDefinitions>
<ModelVariables>
  <Float64 name="a" valueReference="1" declaredType="Temperature" nominal="280" relativeQuantity="false"/>
  <Float32 name="b" valueReference="2" declaredType="Temperature"/>
  <Enumeration name="e" valueReference="3" declaredType="E" start="-4"/>
  <Binary name="p" valueReference="4" declaredType="B"><Start value="00fF"/></Binary>
</ModelVariables>`),
      'm.xml',
    );
    const [a, b, e, p] = d.variables;
    expect(a).toMatchObject({
      unit: 'K',
      displayUnit: 'degC',
      min: '0',
      nominal: '280',
      relativeQuantity: false,
    });
    expect(b.unit).toBeUndefined();
    expect([e.variability, e.start]).toEqual(['discrete', ['-4']]);
    expect(p).toMatchObject({ mimeType: 'image/png', maxSize: 9, start: ['00fF'] });
    expect(d.unitsOfMeasure[0].displayUnits).toEqual([
      { name: 'degC', factor: 1, offset: -273.15, inverse: false },
    ]);
    expect(d.unitsOfMeasure[1]).toEqual({
      name: 's/m',
      displayUnits: [{ name: 'm/s', factor: 2, offset: 0, inverse: true }],
    });
    expect(d.types[1].items).toEqual([{ name: 'on', value: -4, description: 'd' }]);
  });

  it('reads aliases, strings with their spaces, and annotations with the namespaces they use', () => {
    const d = readModelDescription(
      of3(
        `<ModelVariables>
  <Float64 name="h" valueReference="1"><Alias name="height" displayUnit="mm" description="the same"/></Float64>
  <String name="s" valueReference="2"><Dimension start="2"/><Start value=" a b"/><Start value=""/></String>
</ModelVariables>
<Annotations><Annotation type="t"><v:x/> &amp; <y/></Annotation><Annotation type="u"/></Annotations>`,
        'xmlns:v="urn:v" xmlns:w="urn:w"',
      ),
      'm.xml',
    );
    expect(variablesByName(d).get('height')).toBe(d.variables[0]);
    expect(d.variables[0].aliases).toEqual([{ name: 'height', displayUnit: 'mm', description: 'the same' }]);
    expect(d.variables[1].start).toEqual([' a b', '']);
    expect(d.annotations).toEqual([
      { type: 't', content: '<v:x/> &amp; <y/>', namespaces: { v: 'urn:v' } },
      { type: 'u', content: '' },
    ]);
  });

  it('sets the default variability: continuous for floats, fixed for parameters, otherwise discrete', () => {
    const d = variables3(`<Float64 name="a" valueReference="1"/>
<Float64 name="b" valueReference="2" causality="calculatedParameter"/>
<Int8 name="c" valueReference="3" causality="output"/>
<Float32 name="d" valueReference="4" causality="parameter" variability="tunable"/>`);
    expect(d.variables.map((v) => v.variability)).toEqual(['continuous', 'fixed', 'discrete', 'tunable']);
  });

  const one = '<Float64 name="a" valueReference="1"/>';
  it.each([
    [`${one}\n<Int8 name="a" valueReference="2"/>`, 'm.xml:5:1: two variables are named "a"'],
    [`${one}\n<Int8 name="b" valueReference="1"/>`, 'm.xml:5:1: two variables have the value reference 1'],
    [
      `${one}\n<Float64 name="b" valueReference="2"><Alias name="a"/></Float64>`,
      'two variables are named "a"',
    ],
    ['<Real name="a" valueReference="1"/>', 'm.xml:4:1: <Real> is not a variable type of FMI 3.0'],
    [
      '<Float64 name="a" valueReference="x"/>',
      'm.xml:4:19: valueReference of <Float64> is "x", expected a whole number from 0 to 4294967295',
    ],
    ['<Float64 name="a" valueReference="4294967296"/>', 'expected a whole number from 0 to 4294967295'],
    ['<Float64 valueReference="1"/>', 'm.xml:4:1: <Float64> lacks the attribute name'],
    [
      '<Float64 name="a" valueReference="1" causality="inout"/>',
      'm.xml:4:38: causality of <Float64> is "inout"',
    ],
    [
      '<Int32 name="a" valueReference="1" start="1.5"/>',
      'start of <Int32> is "1.5", expected values of the type Int32',
    ],
    ['<Float64 name="a" valueReference="1" max="1,5"/>', 'max of <Float64> is "1,5"'],
    ['<Binary name="a" valueReference="1"><Start value="0"/></Binary>', 'value of <Start> is "0"'],
    ['<Clock name="a" valueReference="1"/>', 'the clock a lacks an intervalVariability'],
    [
      '<Float64 name="a" valueReference="1"><Dimension start="1000000000"/></Float64>',
      'm.xml:4:1: with a[1000000000] the variables have more than 100000000 elements',
    ],
    [
      '<Float64 name="a" valueReference="1"><Dimension start="60000000"/></Float64><Int8 name="b" valueReference="2"><Dimension start="60000000"/></Int8>',
      'with b[60000000] the variables have more than 100000000 elements',
    ],
    [
      '<Float64 name="a" valueReference="1"><Dimension start="0"/></Float64>',
      'expected a size that is not 0',
    ],
    [
      '<Float64 name="a" valueReference="1"><Dimension start="-1"/></Float64>',
      'expected a whole number from 0',
    ],
    ['<Float64 name="a" valueReference="1"><Dimension/></Float64>', 'needs either start or valueReference'],
    [
      '<Float64 name="a" valueReference="1"><Dimension valueReference="7"/></Float64>',
      'a size of a is in the variable with value reference 7, but it does not exist',
    ],
    [
      '<Float64 name="a" valueReference="1"><Dimension valueReference="2"/></Float64><UInt64 name="n" valueReference="2" start="0"/>',
      'n has the start value 0. Expected a whole number from 1',
    ],
  ])('rejects the variables %s: %s', (list, reason) => {
    expect(() => variables3(list)).toThrow(reason);
  });

  it.each([
    ['<Output valueReference="9"/>', 'expected existing variables (valueReference 9 does not exist)'],
    ['<Output valueReference="1" dependencies="1 8"/>', 'valueReference 8 does not exist'],
    [
      '<Output valueReference="1" dependencies="1 1" dependenciesKind="fixed"/>',
      'it has a dependenciesKind, which must have one kind for each dependency',
    ],
  ])('rejects the unknown %s: %s', (unknown, reason) => {
    const xml = of3(`<ModelVariables>${one}</ModelVariables><ModelStructure>${unknown}</ModelStructure>`);
    expect(() => readModelDescription(xml, 'm.xml')).toThrow(reason);
  });

  it.each([
    [
      '<Int8 name="a" valueReference="1" start="300"/>',
      'a start value of Int8, which is outside of the range of its type',
    ],
    [
      '<UInt64 name="a" valueReference="1" start="-1"/>',
      'a start value of UInt64, which is outside of the range of its type',
    ],
    [
      '<Float64 name="a" valueReference="1" start="1 2"/>',
      'a start value of Float64, which has 2 values instead of 1',
    ],
    [
      '<Int32 name="a" valueReference="1" start=""/>',
      'a start value of Int32, which has 0 values instead of 1',
    ],
  ])(
    'ignores the start value of %s with a note, or rejects the description without a receiver of notes',
    (variable, what) => {
      const xml = of3(`<ModelVariables>${variable}</ModelVariables>`);
      expect(() => readModelDescription(xml, 'm.xml')).toThrow(`it has ${what}, so it is ignored`);
      const messages: string[] = [];
      const { variables } = readModelDescription(xml, 'm.xml', (words) => messages.push(words));
      expect(variables[0].start).toBeUndefined();
      expect(messages.map((words) => words.replace(/ in line \d+/, ''))).toEqual([
        `has ${what}, so it is ignored`,
      ]);
    },
  );

  it('accepts start values at the limits of their types', () => {
    const list = [
      ['Int8', '-128'],
      ['UInt8', '255'],
      ['Int64', '-9223372036854775808'],
      ['UInt64', '+18446744073709551615'],
      ['Enumeration', '7'],
    ]
      .map(([type, start], i) => `<${type} name="v${i}" valueReference="${i}" start="${start}"/>`)
      .join('');
    expect(variables3(list).variables.map(({ start }) => start?.[0])).toEqual([
      '-128',
      '255',
      '-9223372036854775808',
      '+18446744073709551615',
      '7',
    ]);
  });

  it('ignores a dependenciesKind of wrong length, with one note for all occurrences', () => {
    const unknown = '<Output valueReference="1" dependencies="1 1" dependenciesKind="fixed"/>';
    const xml = of3(
      `<ModelVariables>${one}</ModelVariables><ModelStructure>${unknown}${unknown}</ModelStructure>`,
    );
    const messages: string[] = [];
    const { outputs } = readModelDescription(xml, 'm.xml', (words) => messages.push(words));
    expect(outputs[0]).toEqual({ variable: 0, dependencies: [0, 0] });
    expect(messages).toEqual([
      expect.stringMatching(
        /^has in line \d+ a dependenciesKind, which must have one kind for each dependency, so it is ignored$/,
      ),
    ]);
  });

  it.each([
    ['<x/>', 'm.xml:1:1: the root element is <x>, expected <fmiModelDescription>'],
    ['<fmiModelDescription/>', 'lacks the attribute fmiVersion'],
    [
      '<fmiModelDescription fmiVersion="4.0"/>',
      'fmiVersion of <fmiModelDescription> is "4.0", expected 1.0, 2.0 or 3.0',
    ],
    [
      '<!DOCTYPE x []><fmiModelDescription fmiVersion="3.0"/>',
      'm.xml:1:1: a document type (DTD) is not supported',
    ],
    ['<fmiModelDescription fmiVersion="3.0" modelName="&x;"/>', 'undefined entity'],
  ])('rejects the document %s: %s', (xml, reason) => {
    expect(() => readModelDescription(xml, 'm.xml')).toThrow(reason);
  });
});

describe('the reader of model descriptions of FMI 2.0', () => {
  it('converts types, interfaces, derivatives, dependencies and aliases to the form of FMI 3.0', () => {
    const d = readModelDescription(
      of2(
        `<ModelExchange modelIdentifier="b" completedIntegratorStepNotNeeded="true" canGetAndSetFMUstate="true">
  <SourceFiles><File name="all.c"/></SourceFiles>
</ModelExchange>
<CoSimulation modelIdentifier="b" canInterpolateInputs="true" canRunAsynchronuously="true" providesDirectionalDerivative="true"/>
<TypeDefinitions><SimpleType name="Position" description="p"><Real quantity="Length" unit="m"/></SimpleType>
<SimpleType name="Option"><Enumeration><Item name="one" value="1"/></Enumeration></SimpleType></TypeDefinitions>
<VendorAnnotations><Tool name="t"><a/></Tool></VendorAnnotations>
<ModelVariables>
  <ScalarVariable name="h" valueReference="0" causality="output" initial="exact"><Real declaredType="Position" start="1"/></ScalarVariable>
  <ScalarVariable name="der(h)" valueReference="1"><Real derivative="1"/></ScalarVariable>
  <ScalarVariable name="v" valueReference="1"><Real reinit="true"/></ScalarVariable>
  <ScalarVariable name="n" valueReference="0" causality="output"><Integer/></ScalarVariable>
  <ScalarVariable name="o" valueReference="3" causality="parameter"><Enumeration declaredType="Option" start="1"/></ScalarVariable>
  <ScalarVariable name="s" valueReference="0" causality="parameter"><String start=" x "/></ScalarVariable>
</ModelVariables>
<ModelStructure>
  <Outputs><Unknown index="1"/><Unknown index="4" dependencies="5 1" dependenciesKind="constant dependent"/></Outputs>
  <Derivatives><Unknown index="2" dependencies=""/></Derivatives>
  <InitialUnknowns><Unknown index="2"/></InitialUnknowns>
</ModelStructure>`,
        'numberOfEventIndicators="2" variableNamingConvention="structured" generationDateAndTime="2020-01-01T00:00:00Z"',
      ),
      'm.xml',
    );
    expect(d.modelExchange).toMatchObject({
      needsCompletedIntegratorStep: false,
      canGetAndSetFMUState: true,
      sourceFiles: ['all.c'],
    });
    expect(d.coSimulation).toMatchObject({
      canInterpolateInputs: true,
      canRunAsynchronuously: true,
      providesDirectionalDerivatives: true,
    });
    expect(d.instantiationToken).toBe('{m}');
    expect(d.variables.map((v) => [v.type, v.variability])).toEqual([
      ['Float64', 'continuous'],
      ['Float64', 'continuous'],
      ['Float64', 'continuous'],
      ['Int32', 'discrete'],
      ['Enumeration', 'fixed'],
      ['String', 'fixed'],
    ]);
    expect(d.variables[0]).toMatchObject({ unit: 'm', quantity: 'Length' });
    expect(d.variables[1].derivative).toBe(0);
    expect(d.variables[5].start).toEqual([' x ']);
    expect(d.outputs).toEqual([
      { variable: 0 },
      { variable: 3, dependencies: [4, 0], dependenciesKind: ['constant', 'dependent'] },
    ]);
    expect(d.continuousStateDerivatives).toEqual([{ variable: 1, dependencies: [] }]);
    expect([continuousStateCount(d), eventIndicatorCount(d)]).toEqual([1, 2]);
    expect(d.annotations).toEqual([{ type: 't', content: '<a/>' }]);
  });

  it.each([
    ['<ScalarVariable name="a" valueReference="1"/>', 'm.xml:4:1: variable a lacks a type of FMI 2.0'],
    [
      '<ScalarVariable name="a" valueReference="1"><Real derivative="2"/></ScalarVariable>',
      'm.xml:4:1: derivative of a is 2, expected the index of a Real variable',
    ],
    ['<Float64 name="a" valueReference="1"/>', '<Float64> is not a variable of FMI 2.0'],
    [
      '<ScalarVariable name="a" valueReference="1"><Boolean start="yes"/></ScalarVariable>',
      'start of <Boolean> is "yes"',
    ],
  ])('rejects the variables %s: %s', (list, reason) => {
    expect(() => readModelDescription(of2(`<ModelVariables>\n${list}</ModelVariables>`), 'm.xml')).toThrow(
      reason,
    );
  });

  it('rejects an unknown whose index does not exist', () => {
    const xml = of2(
      '<ModelVariables/><ModelStructure><Outputs><Unknown index="1"/></Outputs></ModelStructure>',
    );
    expect(() => readModelDescription(xml, 'm.xml')).toThrow('index 1');
  });
});
