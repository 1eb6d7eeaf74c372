import { attribute, childNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { statePart, stateStructure } from '../../example/example-parts.ts';
import { derivativeTarget, type Model } from '../../model/checked-model.ts';
import { referenceName } from '../../model/initial-unknowns.ts';
import { variabilities } from '../../model/variables/initial-tables.ts';
import { inherited, isFloat, named, type Variable } from '../../model/variables/model-variable.ts';
import { numberOf, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const speeds =
  '<UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit></UnitDefinitions>';
/** rad is treated as 1. */
const baseUnits = ['kg', 'm', 's', 'A', 'K', 'mol', 'cd'];

export const structureDerivatives: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  [
    {
      id: 'structure/derivative-attribute',
      title: 'Listed derivatives refer to their state',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      explanation:
        'Every variable in the list of derivatives must have the attribute derivative, which defines the continuous states.',
      pass: fmi3({ variables: statePart, structure: stateStructure }),
      fail: [
        fmi3({ variables: '<Float64 name="v" valueReference="2"/>', structure: stateStructure }),
        fmi2({
          structure:
            '<Derivatives><Unknown index="1"/></Derivatives><InitialUnknowns><Unknown index="1"/></InitialUnknowns>',
        }),
      ],
      *check(model) {
        for (const { element, variable } of model.structure.ContinuousStateDerivative)
          if (variable !== undefined && attribute(variable.typed, 'derivative') === undefined)
            yield defect(
              element,
              referenceName(model),
              `${named(variable)} is listed as a derivative but does not refer to a state.`,
              'an attribute derivative of the variable',
            );
      },
    },
    {
      id: 'structure/derivative-complete',
      title: 'An FMU for model exchange lists the derivatives of its states',
      severity: 'advice',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      interfaces: ['modelExchange'],
      explanation:
        'An FMU for model exchange must list all derivatives of its continuous states. An unlisted local continuous variable with the attribute derivative is most likely one. The attribute alone may just relate two variables, so this is a warning.',
      pass: fmi3({
        interfaces: '<ModelExchange modelIdentifier="unit"/>',
        variables: statePart,
        structure: stateStructure,
      }),
      fail: fmi3({ interfaces: '<ModelExchange modelIdentifier="unit"/>', variables: statePart }),
      *check(model) {
        const states = new Set(
          model.structure.ContinuousStateDerivative.map(
            ({ variable }) => variable && derivativeTarget(model, variable),
          ),
        );
        for (const variable of model.variables) {
          const target = derivativeTarget(model, variable);
          if (
            target !== undefined &&
            target !== variable &&
            target.causality === 'local' &&
            isFloat(target) &&
            target.variability === 'continuous' &&
            !states.has(target)
          )
            yield defect(
              variable.typed,
              'derivative',
              `${named(variable)}, the derivative of ${named(target)}, is not listed in ModelStructure.`,
              model.version === '2.0'
                ? `<Unknown index="${variable.index}"/> in Derivatives`
                : `<ContinuousStateDerivative valueReference="${variable.reference}"/>`,
            );
        }
      },
    },
    {
      id: 'structure/derivative-continuous',
      title: 'Listed derivatives are continuous floating-point variables',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      explanation: 'Only continuous floating-point variables are state derivatives.',
      pass: fmi3({ variables: statePart, structure: stateStructure }),
      fail: fmi3({
        variables:
          '<Float64 name="x" valueReference="1" initial="exact" start="0"/><Float64 name="v" valueReference="2" derivative="1" variability="discrete"/>',
        structure: stateStructure,
      }),
      *check(model) {
        for (const { element, variable } of model.structure.ContinuousStateDerivative)
          if (
            variable !== undefined &&
            (!isFloat(variable) || variable.variability !== 'continuous') &&
            variabilities.includes(variable.variability)
          )
            yield defect(
              element,
              referenceName(model),
              `Derivative ${named(variable)} is a ${variable.variability} ${variable.type}.`,
              'a continuous floating-point variable',
            );
      },
    },
    {
      id: 'structure/derivative-of-one-state',
      title: 'Listed derivatives belong to different states',
      fmi2: '2.2.8',
      fmi3: '2.4.8',
      explanation: 'The list of derivatives defines the vector of states, each of them once.',
      pass: fmi3({ variables: statePart, structure: stateStructure }),
      fail: fmi3({
        variables: `${statePart}<Float64 name="w" valueReference="3" derivative="1"/>`,
        structure:
          '<ContinuousStateDerivative valueReference="2"/><ContinuousStateDerivative valueReference="3"/><InitialUnknown valueReference="2"/><InitialUnknown valueReference="3"/>',
      }),
      *check(model) {
        const listed = new Set<Variable>(
          model.structure.ContinuousStateDerivative.flatMap(({ variable }) => variable ?? []),
        );
        for (const { item, first } of repeated(
          listed,
          (variable) => derivativeTarget(model, variable)?.index,
        ))
          yield defect(
            item.typed,
            'derivative',
            `${named(first)} is already the derivative of this state.`,
            'one derivative for each state',
          );
      },
    },
    {
      id: 'structure/derivative-unit',
      title: 'The unit of a derivative is the unit of its variable per second',
      severity: 'advice',
      fmi2: '2.2.2',
      fmi3: '2.4.3',
      explanation:
        'The base units of a time derivative have the exponents of the variable\u2019s unit, reduced by one for s. The check requires that both units define their base units and that time is in seconds.',
      pass: fmi3({
        definitions: speeds,
        variables:
          '<Float64 name="x" valueReference="1" unit="m"/><Float64 name="v" valueReference="2" unit="m/s" derivative="1"/>',
      }),
      fail: fmi3({
        definitions: speeds,
        variables:
          '<Float64 name="x" valueReference="1" unit="m"/><Float64 name="v" valueReference="2" unit="m" derivative="1"/>',
      }),
      *check(model) {
        const time = model.variables.find((variable) => variable.causality === 'independent');
        const clock = time === undefined ? undefined : inherited(time, 'unit');
        if (clock !== undefined && clock !== 's') return;
        for (const variable of model.variables) {
          const target = derivativeTarget(model, variable);
          const [unitExponents, other] = [variable, target].map((item) =>
            item === undefined ? undefined : exponents(model, inherited(item, 'unit')),
          );
          if (unitExponents === undefined || other === undefined) continue;
          if (unitExponents.some((exponent, k) => exponent !== other[k] - (baseUnits[k] === 's' ? 1 : 0)))
            yield defect(
              variable.typed,
              'unit',
              `${named(variable)} [${inherited(variable, 'unit')}] is the derivative of ${named(target!)} [${inherited(target!, 'unit')}].`,
              'the unit of the variable, per second',
            );
        }
      },
    },
  ],
);

function exponents(model: Model, measure: string | undefined): number[] | undefined {
  const base = measure === undefined ? undefined : childNamed(model.unitsOfMeasure.get(measure), 'BaseUnit');
  return base === undefined ? undefined : baseUnits.map((name) => numberOf(base, name) ?? 0);
}
