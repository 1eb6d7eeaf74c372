import { describe, expect, it } from 'vitest';
import {
  continuousStateCount,
  eventIndicatorCount,
  type ModelDescription,
} from '../../fmu-sdk/description/description.ts';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { description1 } from '../fixtures/c/fmi1.ts';

const counts = 'numberOfContinuousStates="0" numberOfEventIndicators="0"';
const of1 = (inside: string, attributes = `modelIdentifier="m" ${counts}`): string =>
  `<fmiModelDescription fmiVersion="1.0" modelName="M" guid="{m}" ${attributes}>${inside}</fmiModelDescription>`;
const read = (xml: string, note?: (words: string) => void): ModelDescription =>
  readModelDescription(xml, 'm.xml', note);
/** Returns the role of a Real with these attributes. */
function role(outer: string, inner = ''): unknown[] {
  const variable = `<ScalarVariable name="a" valueReference="1" ${outer}><Real ${inner}/></ScalarVariable>`;
  const { causality, variability, initial } = read(of1(`<ModelVariables>${variable}</ModelVariables>`))
    .variables[0];
  return [causality, variability, initial];
}

describe('the reader of model descriptions of FMI 1.0', () => {
  it('reads a description without <Implementation> as model exchange, and with it as co-simulation', () => {
    const me = read(description1('me'));
    expect(me.modelExchange).toMatchObject({ modelIdentifier: 'one', needsCompletedIntegratorStep: true });
    expect([me.coSimulation, continuousStateCount(me), eventIndicatorCount(me)]).toEqual([undefined, 1, 1]);
    const cs = read(description1('cs'));
    expect(cs.modelExchange).toBeUndefined();
    expect(cs.coSimulation).toMatchObject({
      modelIdentifier: 'one',
      canHandleVariableCommunicationStepSize: true,
      canInterpolateInputs: true,
      maxOutputDerivativeOrder: 1,
      canGetAndSetFMUState: false,
      needsExecutionTool: false,
    });
  });

  it('gives variables the causality, variability and initial of later versions', () => {
    expect(role('')).toEqual(['local', 'continuous', 'calculated']);
    expect(role('', 'start="1"')).toEqual(['local', 'continuous', 'exact']);
    expect(role('causality="none"', 'start="1" fixed="false"')).toEqual(['local', 'continuous', 'approx']);
    expect(role('causality="output" variability="discrete"')).toEqual(['output', 'discrete', 'calculated']);
    expect(role('causality="input"', 'start="1"')).toEqual(['input', 'continuous', undefined]);
    expect(role('variability="parameter"', 'start="1"')).toEqual(['parameter', 'fixed', 'exact']);
    expect(role('variability="parameter" causality="input"', 'start="1"')).toEqual([
      'parameter',
      'fixed',
      'exact',
    ]);
    expect(role('variability="parameter"', 'start="1" fixed="0"')).toEqual([
      'calculatedParameter',
      'fixed',
      'approx',
    ]);
    expect(role('variability="parameter"')).toEqual(['calculatedParameter', 'fixed', 'calculated']);
    expect(role('variability="constant"', 'start="1"')).toEqual(['local', 'constant', 'exact']);
    expect(role('variability="constant"')).toEqual(['local', 'fixed', 'calculated']);
  });

  it('gives a negated alias a value reference of its own, equal for equal values', () => {
    const { variables } = read(
      of1(`<ModelVariables>
  <ScalarVariable name="a" valueReference="4294967294"><Real/></ScalarVariable>
  <ScalarVariable name="b" valueReference="7" alias="negatedAlias"><Real/></ScalarVariable>
  <ScalarVariable name="c" valueReference="7" alias="negatedAlias"><Real/></ScalarVariable>
  <ScalarVariable name="d" valueReference="7" alias="negatedAlias"><Integer/></ScalarVariable>
  <ScalarVariable name="e" valueReference="7" alias="alias"><Real/></ScalarVariable>
</ModelVariables>`),
    );
    expect(variables.map(({ valueReference, negates }) => [valueReference, negates])).toEqual([
      [4294967294, undefined],
      [4294967293, 7],
      [4294967293, 7],
      [4294967292, 7],
      [7, undefined],
    ]);
  });

  it('reads units of measure, types and direct dependencies', () => {
    const d = read(
      of1(`<UnitDefinitions><BaseUnit unit="K"><DisplayUnitDefinition displayUnit="degF" gain="0.5" offset="255"/></BaseUnit></UnitDefinitions>
<TypeDefinitions>
  <Type name="T"><RealType quantity="Temperature" unit="K" min="0"/></Type>
  <Type name="E"><EnumerationType min="1" max="2"><Item name="off"/><Item name="on" description="runs"/></EnumerationType></Type>
</TypeDefinitions>
<ModelVariables>
  <ScalarVariable name="u" valueReference="0" causality="input"><Real declaredType="T"/></ScalarVariable>
  <ScalarVariable name="v" valueReference="1" causality="input"><Enumeration declaredType="E" start="2"/></ScalarVariable>
  <ScalarVariable name="y" valueReference="2" causality="output"><Real/><DirectDependency><Name> u </Name></DirectDependency></ScalarVariable>
  <ScalarVariable name="z" valueReference="3" causality="output"><Real/><DirectDependency/></ScalarVariable>
  <ScalarVariable name="w" valueReference="4" causality="output"><Real/></ScalarVariable>
</ModelVariables>`),
    );
    expect(d.unitsOfMeasure).toEqual([
      { name: 'K', displayUnits: [{ name: 'degF', factor: 2, offset: -510, inverse: false }] },
    ]);
    expect(d.variables[0]).toMatchObject({ unit: 'K', quantity: 'Temperature', min: '0' });
    expect(d.variables[1].variability).toBe('discrete');
    expect(d.types[1].items).toEqual([
      { name: 'off', value: 1 },
      { name: 'on', value: 2, description: 'runs' },
    ]);
    expect(d.outputs).toEqual([
      { variable: 2, dependencies: [0] },
      { variable: 3, dependencies: [] },
      { variable: 4 },
    ]);
  });

  it('notes a direct dependency on a missing variable, and assumes that the output depends on everything', () => {
    const notes: string[] = [];
    const xml = of1(`<ModelVariables><ScalarVariable name="y" valueReference="0" causality="output"><Real/>
<DirectDependency><Name>gone</Name></DirectDependency></ScalarVariable></ModelVariables>`);
    expect(read(xml, (words) => notes.push(words)).outputs).toEqual([{ variable: 0 }]);
    expect(notes).toEqual([
      'has in line 2 a <DirectDependency>, which names a missing variable, so it is ignored',
    ]);
  });

  it('notes a second variable of one name, and ignores it', () => {
    const notes: string[] = [];
    const variable = (reference: number): string =>
      `<ScalarVariable name="a" valueReference="${reference}"><Real/></ScalarVariable>`;
    const xml = of1(`<ModelVariables>${variable(0)}${variable(1)}</ModelVariables>`);
    expect(read(xml, (words) => notes.push(words)).variables).toMatchObject([
      { name: 'a', valueReference: 0 },
    ]);
    expect(notes).toEqual(['has in line 1 a second variable named "a", so the second one is ignored']);
  });

  it.each([
    [of1('', counts), 'lacks the attribute modelIdentifier: an identifier of C'],
    [of1('', `modelIdentifier="../m" ${counts}`), 'modelIdentifier of <fmiModelDescription> is "../m"'],
    [
      of1('', 'modelIdentifier="m" numberOfEventIndicators="0"'),
      'lacks the attribute numberOfContinuousStates',
    ],
    [
      of1('', 'modelIdentifier="m" numberOfEventIndicators="0" numberOfContinuousStates="4000000000"'),
      'numberOfContinuousStates of <fmiModelDescription> is "4000000000", expected a whole number from 0 to 1000000',
    ],
    [of1('<Implementation/>'), '<Implementation> lacks <CoSimulation_StandAlone> or <CoSimulation_Tool>'],
    [
      of1(
        '<UnitDefinitions><BaseUnit unit="m"><DisplayUnitDefinition displayUnit="n" gain="0"/></BaseUnit></UnitDefinitions>',
      ),
      'gain of <DisplayUnitDefinition> is "0", expected a number that is not 0',
    ],
    [
      of1(
        '<ModelVariables><ScalarVariable name="a" valueReference="0" causality="parameter"><Real/></ScalarVariable></ModelVariables>',
      ),
      'causality of <ScalarVariable> is "parameter", expected internal, input, output, none',
    ],
    [
      of1(
        '<ModelVariables><ScalarVariable name="a" valueReference="0" alias="negatedAlias"><String/></ScalarVariable></ModelVariables>',
      ),
      'alias of <ScalarVariable> is "negatedAlias", expected noAlias or alias for a String',
    ],
    [
      of1('<ModelVariables><Float64 name="a" valueReference="0"/></ModelVariables>'),
      '<Float64> is not a variable of FMI 1.0',
    ],
  ])('refuses %s with the reason and the place', (xml, reason) => {
    expect(() => read(xml)).toThrow(reason);
    expect(() => read(xml)).toThrow(/^read m\.xml:1:\d+: /);
  });
});
