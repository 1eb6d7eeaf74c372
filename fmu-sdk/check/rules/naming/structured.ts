import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { flatNames, isStructured } from '../../model/variables/structured-names.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const structured = { variableNamingConvention: 'structured' };

export const namingStructured: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'advice', inapplicableReason: flatNames },
  [
    {
      id: 'naming/array-order',
      title: 'Elements of an array are consecutive and in order',
      fmi2: '2.2.9',
      explanation:
        'In FMI 2.0 the existing elements of an array are given in consecutive order, the last index fastest: T[1,1], T[1,2], T[2,1].',
      pass: fmi2({ attributes: structured, variables: scalars('a[1,1]', 'a[1,3]', 'a[2,1]') }),
      fail: [
        fmi2({ attributes: structured, variables: scalars('a[2]', 'a[1]') }),
        fmi2({ attributes: structured, variables: scalars('a[1]', 'b', 'a[2]') }),
      ],
      *check(model) {
        let last: { array: string; indices: readonly number[] } | undefined;
        const ended = new Set<string>();
        for (const variable of model.variables) {
          const match = /^(.*)\[([\d,]+)\]$/.exec(variable.name);
          const current =
            match === null ? undefined : { array: match[1], indices: match[2].split(',').map(Number) };
          if (last !== undefined && last.array !== current?.array) ended.add(last.array);
          if (current !== undefined && ended.has(current.array))
            yield defect(
              variable.element,
              'name',
              `Other variables are between the elements of ${JSON.stringify(current.array)}.`,
              'all elements together',
            );
          else if (
            current !== undefined &&
            last?.array === current.array &&
            !isBefore(last.indices, current.indices)
          )
            yield defect(
              variable.element,
              'name',
              `${JSON.stringify(variable.name)} is after an element that it must precede.`,
              'row-major order',
            );
          last = current;
        }
      },
    },
    {
      id: 'naming/structured',
      title: 'Names follow the declared structured naming convention',
      severity: 'violation',
      fmi2: '2.2.9',
      fmi3: '2.4.7.5.1',
      explanation:
        'With variableNamingConvention="structured", names are identifiers separated by points, with array indices and der(): robot.axis[2].phi, der(x,2). Other characters are between apostrophes.',
      pass: fmi3({
        attributes: { variableNamingConvention: 'structured' },
        variables: '<Float64 name="robot.axis.\'motor #234\'" valueReference="1"/>',
      }),
      fail: [
        fmi3({
          attributes: { variableNamingConvention: 'structured' },
          variables: '<Float64 name="x y" valueReference="1"/>',
        }),
        fmi2({
          attributes: { variableNamingConvention: 'structured' },
          variables: '<ScalarVariable name="der(x" valueReference="1"><Real/></ScalarVariable>',
        }),
        fmi3({
          attributes: { variableNamingConvention: 'structured' },
          variables: '<Float64 name="x" valueReference="1"><Alias name="1x"/></Float64>',
        }),
      ],
      *check(model) {
        for (const { element } of model.variables)
          for (const item of [element, ...childrenNamed(element, 'Alias')]) {
            const name = attribute(item, 'name');
            if (name !== undefined && name !== '' && !isStructured(name))
              yield defect(
                item,
                'name',
                `${JSON.stringify(name)} is not a structured name.`,
                'identifiers with points, indices and der(), or apostrophes around other characters',
              );
          }
      },
    },
    {
      id: 'naming/structured-type',
      title: 'Names of types follow the declared structured naming convention',
      fmi2: '2.2.1',
      fmi3: '2.4.1',
      explanation: 'The declared convention applies to names of types as well as of variables.',
      pass: fmi3({
        attributes: { variableNamingConvention: 'structured' },
        definitions: '<TypeDefinitions><Float64Type name="Modelica.Units.SI.Angle"/></TypeDefinitions>',
      }),
      fail: fmi3({
        attributes: { variableNamingConvention: 'structured' },
        definitions: '<TypeDefinitions><Float64Type name="my angle"/></TypeDefinitions>',
      }),
      *check(model) {
        for (const { element, name } of model.types)
          if (name !== '' && !isStructured(name))
            yield defect(
              element,
              'name',
              `${JSON.stringify(name)} is not a structured name.`,
              'identifiers separated by points',
            );
      },
    },
  ],
);

function scalars(...names: string[]): string {
  return names
    .map((name, k) => `<ScalarVariable name="${name}" valueReference="${k}"><Real/></ScalarVariable>`)
    .join('');
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const k = a.findIndex((index, i) => index !== b[i]);
  return k >= 0 && a[k] < b[k];
}
