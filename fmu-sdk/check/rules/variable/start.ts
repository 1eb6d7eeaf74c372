import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3, xml } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import type { Model } from '../../model/checked-model.ts';
import { startCount } from '../../model/variables/array-dimensions.ts';
import { initialTables } from '../../model/variables/initial-tables.ts';
import { named, type Variable } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableStart: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'variable/start-calculated',
    title: 'Calculated variables do not have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'With initial calculated (which is also the default of most outputs and locals) the FMU computes the value from others. A start value would be meaningless.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" initial="calculated"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" initial="calculated" start="0"/>' }),
      fmi3({ variables: '<Float64 name="x" valueReference="1" start="0"/>' }),
      scalarExample('x', '<Real start="0"/>'),
    ],
    *check(model) {
      for (const variable of model.variables)
        if (
          variable.initial === 'calculated' &&
          variable.start !== undefined &&
          variable.causality !== 'independent' &&
          allowsCalculated(model, variable)
        )
          yield defect(
            variable.typed,
            'start',
            `${named(variable)} is calculated${attribute(variable.element, 'initial') === undefined ? ' by default' : ''} but has a start value.`,
            'no start, or initial exact or approx',
          );
    },
  },
  {
    id: 'variable/start-count',
    title: 'An array has one start value, or one for each element',
    fmi3: '2.4.7.5',
    explanation:
      'start is a list in row-major order with as many values as the initial dimensions make, or a single value for all elements. A scalar has one.',
    pass: fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" start="1 2 3 4"><Dimension start="2"/><Dimension start="2"/></Float64>',
    }),
    fail: [
      fmi3({
        variables:
          '<Float64 name="p" valueReference="1" causality="parameter" start="1 2 3"><Dimension start="2"/><Dimension start="2"/></Float64>',
      }),
      fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start="1 2"/>' }),
      fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start=""/>' }),
    ],
    *check(model) {
      for (const variable of model.variables) {
        if (['String', 'Binary'].includes(variable.type)) continue;
        yield* startCount(model, variable);
      }
    },
  },
  {
    id: 'variable/start-element-count',
    title: 'A String or Binary array has one Start element, or one for each element',
    fmi3: '2.4.7.5',
    explanation:
      'Start values of strings and binaries are Start elements: as many as the initial dimensions make, or a single one for all. A scalar has one.',
    pass: fmi3({
      variables:
        '<String name="p" valueReference="1" causality="parameter"><Dimension start="2"/><Start value="a"/><Start value="b"/></String>',
    }),
    fail: [
      fmi3({
        variables:
          '<String name="p" valueReference="1" causality="parameter"><Start value="a"/><Start value="b"/></String>',
      }),
      fmi3({
        variables:
          '<Binary name="p" valueReference="1" causality="parameter"><Dimension start="3"/><Start value="00"/><Start value="01"/></Binary>',
      }),
    ],
    *check(model) {
      for (const variable of model.variables)
        if (['String', 'Binary'].includes(variable.type)) yield* startCount(model, variable);
    },
  },
  {
    id: 'variable/start-exact-approx',
    title: 'Variables with initial exact or approx have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'With initial exact the variable has its start value, with approx an iteration starts there. So start is required. This rule covers outputs and locals, other rules cover other causalities.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact" start="0"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" initial="exact"/>' }),
      scalarExample('x', '<Real/>', 'initial="approx"'),
    ],
    *check(model) {
      for (const variable of model.variables)
        if (
          variable.start === undefined &&
          ['exact', 'approx'].includes(variable.initial ?? '') &&
          ['output', 'local', 'calculatedParameter'].includes(variable.causality) &&
          variable.variability !== 'constant' &&
          variable.type !== 'Clock'
        )
          yield defect(
            variable.element,
            'initial',
            `${named(variable)} has initial ${variable.initial} but lacks a start value.`,
            'a start value',
          );
    },
  },
  {
    id: 'variable/start-independent',
    title: 'The independent variable does not have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation: 'It starts at the start time of the run, which the importer chooses.',
    pass: scalarExample('t', '<Real/>', 'causality="independent"'),
    fail: [
      scalarExample('t', '<Real start="0"/>', 'causality="independent"'),
      fmi3({
        description: xml(
          '<fmiModelDescription fmiVersion="3.0" modelName="unit" instantiationToken="one"><CoSimulation modelIdentifier="unit"/><ModelVariables><Float64 name="time" valueReference="0" causality="independent" start="0"/></ModelVariables><ModelStructure/></fmiModelDescription>',
        ),
      }),
    ],
    *check(model) {
      for (const variable of model.variables)
        if (variable.causality === 'independent' && variable.start !== undefined)
          yield defect(
            variable.typed,
            'start',
            `The independent variable ${named(variable)} has a start value.`,
            'no start',
          );
    },
  },
  {
    id: 'variable/start-value',
    title: 'A Start element has a value',
    fmi3: '2.4.7.5',
    explanation:
      'Start elements give the start values of strings and binaries in an attribute value. The schema does not enforce it, but the text does.',
    pass: fmi3({
      variables: '<String name="p" valueReference="1" causality="parameter"><Start value=""/></String>',
    }),
    fail: fmi3({ variables: '<String name="p" valueReference="1" causality="parameter"><Start/></String>' }),
    *check(model) {
      for (const { element } of model.variables)
        for (const start of childrenNamed(element, 'Start'))
          if (attribute(start, 'value') === undefined)
            yield defect(start, undefined, 'A Start element lacks a value.', 'an attribute value');
    },
  },
]);

/** Returns true if calculated is allowed. Otherwise another rule reports it. */
function allowsCalculated(model: Model, variable: Variable): boolean {
  return (
    initialTables[model.version][variable.causality]?.[variable.variability]?.includes('calculated') ?? false
  );
}
