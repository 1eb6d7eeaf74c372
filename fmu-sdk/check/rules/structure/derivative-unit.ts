import { childNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { derivativeTarget, type Model } from '../../model/checked-model.ts';
import { inherited, named } from '../../model/model-variable.ts';
import { numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const speeds =
  '<UnitDefinitions><Unit name="m"><BaseUnit m="1"/></Unit><Unit name="m/s"><BaseUnit m="1" s="-1"/></Unit></UnitDefinitions>';
/** rad is treated as 1. */
const baseUnits = ['kg', 'm', 's', 'A', 'K', 'mol', 'cd'];

export const structureDerivativeUnit: Rule = {
  id: 'structure/derivative-unit',
  title: 'The unit of a derivative is the unit of its variable per second',
  class: 'advice',
  fmi2: '2.2.2',
  fmi3: '2.4.3',
  explanation:
    'The base units of a time derivative have the exponents of the variable\u2019s unit, reduced by one for s. The check requires that both units define their base units and that time is in seconds.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: speeds,
      variables:
        '<Float64 name="x" valueReference="1" unit="m"/><Float64 name="v" valueReference="2" unit="m/s" derivative="1"/>',
    }),
  ],
  fail: [
    fmi3({
      definitions: speeds,
      variables:
        '<Float64 name="x" valueReference="1" unit="m"/><Float64 name="v" valueReference="2" unit="m" derivative="1"/>',
    }),
  ],
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
};
function exponents(model: Model, measure: string | undefined): number[] | undefined {
  const base = measure === undefined ? undefined : childNamed(model.unitsOfMeasure.get(measure), 'BaseUnit');
  return base === undefined ? undefined : baseUnits.map((name) => numberOf(base, name) ?? 0);
}
