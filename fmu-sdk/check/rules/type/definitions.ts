import { someNames } from '../../../util/printable.ts';
import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { oncePer } from '../../model/once-per.ts';
import { named } from '../../model/variables/model-variable.ts';
import { numberOf, ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const enumeration =
  '<TypeDefinitions><EnumerationType name="A"><Item name="a" value="1"/><Item name="b" value="2"/></EnumerationType></TypeDefinitions>';
const itemsOf = oncePer(
  (type: XmlElement) => new Set(childrenNamed(type, 'Item').map((item) => Number(attribute(item, 'value')))),
);

export const typeDefinitions: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'type/clock-interval',
    title: 'Intervals of clock types are positive',
    fmi3: '2.4.4',
    explanation:
      'intervalDecimal and intervalCounter of a ClockType must be greater than 0, like those of a Clock.',
    pass: fmi3({
      definitions:
        '<TypeDefinitions><ClockType name="A" intervalVariability="constant" intervalDecimal="0.1"/></TypeDefinitions>',
    }),
    fail: fmi3({
      definitions:
        '<TypeDefinitions><ClockType name="A" intervalVariability="constant" intervalDecimal="0"/></TypeDefinitions>',
    }),
    *check(model) {
      for (const { typed, type } of model.types)
        for (const name of ['intervalDecimal', 'intervalCounter'])
          if (type === 'Clock' && (numberOf(typed, name) ?? 1) <= 0)
            yield defect(typed, name, `The ${name} of a clock type is not positive.`, 'a number above 0');
    },
  },
  {
    id: 'type/declared-exists',
    title: 'Every declared type is defined',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'declaredType names a definition in TypeDefinitions. Its attributes are the defaults of the variable.',
    pass: fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="x" valueReference="1" declaredType="A"/>',
    }),
    fail: [
      fmi3({ variables: '<Float64 name="x" valueReference="1" declaredType="A"/>' }),
      scalarExample('x', '<Real declaredType="A"/>'),
    ],
    *check(model) {
      for (const variable of model.variables)
        if (attribute(variable.typed, 'declaredType') !== undefined && variable.declared === undefined)
          yield defect(
            variable.typed,
            'declaredType',
            `The type of ${named(variable)} is not defined.`,
            'the name of a type in TypeDefinitions',
          );
    },
  },
  {
    id: 'type/declared-matches',
    title: 'A declared type matches the type of the variable',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation:
      'A Float64 variable may have a Float64Type only, and so on: the definition\u2019s attributes must be those of the variable.',
    pass: fmi3({
      definitions: '<TypeDefinitions><Int32Type name="A"/></TypeDefinitions>',
      variables: '<Int32 name="x" valueReference="1" declaredType="A"/>',
    }),
    fail: [
      fmi3({
        definitions: '<TypeDefinitions><Int32Type name="A"/></TypeDefinitions>',
        variables: '<Float64 name="x" valueReference="1" declaredType="A"/>',
      }),
      fmi2({
        definitions: '<TypeDefinitions><SimpleType name="A"><Integer/></SimpleType></TypeDefinitions>',
        variables: '<ScalarVariable name="x" valueReference="1"><Real declaredType="A"/></ScalarVariable>',
      }),
    ],
    *check(model) {
      for (const variable of model.variables) {
        const type = variable.declared?.name.replace(/Type$/, '');
        if (type !== undefined && variable.type !== '' && type !== variable.type)
          yield defect(
            variable.typed,
            'declaredType',
            `${variable.type} ${named(variable)} has a declared type for ${type}.`,
            `a type for ${variable.type}`,
          );
      }
    },
  },
  {
    id: 'type/enumeration-start',
    title: 'The start value of an enumeration is one of its items',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'Values of an Enumeration variable must be those of the items of its declared type.',
    pass: fmi3({
      definitions: enumeration,
      variables:
        '<Enumeration name="p" valueReference="1" declaredType="A" causality="parameter" start="2"/>',
    }),
    fail: fmi3({
      definitions: enumeration,
      variables:
        '<Enumeration name="p" valueReference="1" declaredType="A" causality="parameter" start="3"/>',
    }),
    *check(model) {
      for (const variable of model.variables) {
        if (variable.type !== 'Enumeration' || !/^Enumeration/.test(variable.declared?.name ?? '')) continue;
        const items = itemsOf(variable.declared as XmlElement);
        for (const value of variable.start ?? [])
          if (/^\s*[+-]?\d+\s*$/.test(value) && !items.has(Number(value)))
            yield defect(
              variable.typed,
              'start',
              `Start ${value} of ${named(variable)} is not an item of its type.`,
              `one of ${someNames(Array.from(items, String))}`,
            );
      }
    },
  },
  {
    id: 'type/name-of-variable',
    title: 'Names of types differ from names of variables',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation:
      'Names of types must differ from all names of variables: in some languages, such as Modelica, a type\u2019s name cannot name an instance.',
    pass: fmi3({
      definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
      variables: '<Float64 name="a" valueReference="1"/>',
    }),
    fail: [
      fmi3({
        definitions: '<TypeDefinitions><Float64Type name="A"/></TypeDefinitions>',
        variables: '<Float64 name="A" valueReference="1"/>',
      }),
      fmi2({
        definitions: '<TypeDefinitions><SimpleType name="A"><Real/></SimpleType></TypeDefinitions>',
        variables: '<ScalarVariable name="A" valueReference="1"><Real/></ScalarVariable>',
      }),
    ],
    *check(model) {
      for (const type of model.types) {
        const variable = model.byName.get(type.name)?.[0];
        if (variable !== undefined && type.name !== '')
          yield defect(
            type.element,
            'name',
            `The variable in line ${variable.element.line} has this name.`,
            'a name other than those of variables',
          );
      }
    },
  },
  {
    id: 'type/nominal',
    title: 'Nominal values of types are positive',
    fmi2: '2.2.3',
    fmi3: '2.3.3',
    explanation:
      'Solvers derive the absolute tolerance of a variable from its nominal value. FMI 2.0 requires nominal > 0, FMI 3.0 requires it for states.',
    pass: fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" nominal="1e5"/></TypeDefinitions>' }),
    fail: fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" nominal="0"/></TypeDefinitions>' }),
    *check(model) {
      for (const { typed, name } of model.types)
        if ((numberOf(typed, 'nominal') ?? 1) <= 0)
          yield defect(
            typed,
            'nominal',
            `The nominal value of type ${JSON.stringify(name)} is not positive.`,
            'a number above 0',
          );
    },
  },
  {
    id: 'type/range',
    title: 'The minimum of a type is not above its maximum',
    fmi2: '2.2.3',
    fmi3: '2.4.4',
    explanation: 'min and max bound the region of the model\u2019s validity. max must be at least min.',
    pass: fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" min="0" max="1"/></TypeDefinitions>' }),
    fail: [
      fmi3({ definitions: '<TypeDefinitions><Float64Type name="A" min="1" max="0"/></TypeDefinitions>' }),
      fmi2({
        definitions:
          '<TypeDefinitions><SimpleType name="A"><Integer min="1" max="0"/></SimpleType></TypeDefinitions>',
      }),
    ],
    *check(model) {
      for (const { typed, type, name } of model.types) {
        const [min, max] = ['min', 'max'].map((bound) => ordered(type, attribute(typed, bound)));
        if (min !== undefined && max !== undefined && min > max)
          yield defect(
            typed,
            'max',
            `Type ${JSON.stringify(name)} has min ${min} above max ${max}.`,
            `at least ${min}`,
          );
      }
    },
  },
]);
