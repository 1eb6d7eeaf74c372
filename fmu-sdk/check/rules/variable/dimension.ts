import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { dimensionSize } from '../../model/variables/array-dimensions.ts';
import { inherited, named, reference } from '../../model/variables/model-variable.ts';
import { toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableDimension: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  [
    {
      id: 'variable/dimension-given',
      title: 'A dimension has a size or refers to one, not both',
      fmi3: '2.4.7.2',
      explanation:
        'start gives a constant size. valueReference refers to the variable that holds it. Both exclude each other.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="2"/></Float64>' }),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension/></Float64>' }),
        fmi3({
          variables:
            '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension start="2" valueReference="2"/></Float64>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables)
          for (const dimension of childrenNamed(variable.element, 'Dimension')) {
            const sizeAttributes = ['start', 'valueReference'].filter(
              (name) => attribute(dimension, name) !== undefined,
            );
            if (sizeAttributes.length !== 1)
              yield defect(
                dimension,
                undefined,
                `A dimension of ${named(variable)} has ${sizeAttributes.join(' and ') || 'no size'}.`,
                'either start or valueReference',
              );
          }
      },
    },
    {
      id: 'variable/dimension-positive',
      title: 'Initial sizes of dimensions are positive',
      fmi3: '2.4.7.2',
      explanation:
        'Initial sizes must not be 0, so that importers without support for changing sizes need not handle empty arrays.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="1"/></Float64>' }),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="1"><Dimension start="0"/></Float64>' }),
        fmi3({
          variables:
            '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="0"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables)
          for (const dimension of childrenNamed(variable.element, 'Dimension')) {
            const size = dimensionSize(model, dimension);
            if (size === 0)
              yield defect(
                dimension,
                attribute(dimension, 'start') === undefined ? 'valueReference' : 'start',
                `A dimension of ${named(variable)} has the initial size 0.`,
                'a size of at least 1',
              );
          }
      },
    },
    {
      id: 'variable/dimension-reference',
      title: 'A dimension refers to a variable',
      fmi3: '2.4.7.2',
      explanation: 'The valueReference of a Dimension refers to the variable that holds its size.',
      pass: fmi3({
        variables:
          '<UInt64 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
      }),
      fail: fmi3({
        variables: '<Float64 name="x" valueReference="1"><Dimension valueReference="9"/></Float64>',
      }),
      *check(model) {
        for (const variable of model.variables)
          for (const dimension of childrenNamed(variable.element, 'Dimension')) {
            const value = reference(attribute(dimension, 'valueReference'));
            if (value !== undefined && !model.byReference.has(value))
              yield defect(
                dimension,
                'valueReference',
                `This size of ${named(variable)} refers to no variable.`,
                'the value reference of a UInt64',
              );
          }
      },
    },
    {
      id: 'variable/dimension-target',
      title: 'Sizes of dimensions are held by UInt64 constants or structural parameters',
      fmi3: '2.4.7.2',
      explanation:
        'The variable that a Dimension refers to must be of type UInt64, and a constant or a structural parameter: sizes change only in Configuration Mode.',
      pass: fmi3({
        variables:
          '<UInt64 name="n" valueReference="2" variability="constant" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
      }),
      fail: [
        fmi3({
          variables:
            '<UInt32 name="n" valueReference="2" causality="structuralParameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
        }),
        fmi3({
          variables:
            '<UInt64 name="n" valueReference="2" causality="parameter" start="2"/><Float64 name="x" valueReference="1"><Dimension valueReference="2"/></Float64>',
        }),
      ],
      *check(model) {
        for (const variable of model.variables)
          for (const dimension of childrenNamed(variable.element, 'Dimension')) {
            const target = model.byReference.get(
              reference(attribute(dimension, 'valueReference')) ?? -1,
            )?.[0];
            if (target === undefined) continue;
            if (
              target.type !== 'UInt64' ||
              (target.causality !== 'structuralParameter' && target.variability !== 'constant')
            )
              yield defect(
                dimension,
                'valueReference',
                `${named(target)} is a ${target.variability} ${target.causality} of type ${target.type}.`,
                'a UInt64 that is constant or a structural parameter',
              );
          }
      },
    },
    {
      id: 'variable/max-size',
      title: 'Binary start values fit into maxSize',
      fmi3: '2.4.4',
      explanation: 'maxSize is the largest size of a Binary value in bytes, including its start value.',
      pass: fmi3({
        variables:
          '<Binary name="p" valueReference="1" causality="parameter" maxSize="2"><Start value="0001"/></Binary>',
      }),
      fail: fmi3({
        variables:
          '<Binary name="p" valueReference="1" causality="parameter" maxSize="1"><Start value="0001"/></Binary>',
      }),
      *check(model) {
        for (const variable of model.variables) {
          const most = toNumber(inherited(variable, 'maxSize'));
          if (variable.type !== 'Binary' || most === undefined) continue;
          for (const start of childrenNamed(variable.element, 'Start')) {
            const size = (attribute(start, 'value') ?? '').trim().length / 2;
            if (size > most)
              yield defect(
                start,
                'value',
                `A start value of ${named(variable)} has ${size} bytes, and maxSize is ${most}.`,
                `at most ${most} bytes`,
              );
          }
        }
      },
    },
    {
      id: 'variable/structural-parameter-scalar',
      title: 'Structural parameters are scalars',
      fmi3: '2.4.7.4',
      explanation: 'A structural parameter defines dimensions and must not have a Dimension.',
      pass: fmi3({
        variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>',
      }),
      fail: fmi3({
        variables:
          '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"><Dimension start="1"/></UInt64>',
      }),
      *check(model) {
        for (const variable of model.variables)
          if (variable.causality === 'structuralParameter')
            for (const dimension of childrenNamed(variable.element, 'Dimension').slice(0, 1))
              yield defect(
                dimension,
                undefined,
                `Structural parameter ${named(variable)} has a dimension.`,
                'a scalar',
              );
      },
    },
  ],
);
