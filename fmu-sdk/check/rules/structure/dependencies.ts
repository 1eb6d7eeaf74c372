import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { ioPart, ioStructure } from '../../example/example-parts.ts';
import { mayBeKnown } from '../../model/initial-unknowns.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import { isFloat, named, reference } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const io2 = [
  '<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>',
  '<ScalarVariable name="v" valueReference="2" causality="input"><Real start="0"/></ScalarVariable>',
  '<ScalarVariable name="y" valueReference="3" causality="output"><Real/></ScalarVariable>',
].join('');

export const structureDependencies: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.8' },
  [
    {
      id: 'structure/dependency-exists',
      title: 'Dependencies refer to variables',
      fmi3: '2.4.8',
      explanation:
        'Every item of dependencies refers to a variable: by its index from 1 in FMI 2.0, by its value reference in FMI 3.0.',
      pass: fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') }),
      fail: fmi3({ variables: ioPart, structure: ioStructure('dependencies="9"') }),
      *check(model) {
        for (const unknown of allUnknowns(model.structure))
          for (const [k, word] of (unknown.dependencies ?? []).entries())
            if (reference(word) !== undefined && unknown.knowns[k] === undefined)
              yield defect(
                unknown.element,
                'dependencies',
                `Dependency ${word} does not refer to a variable.`,
                model.version === '2.0' ? 'indices of variables, from 1' : 'value references of variables',
              );
      },
    },
    {
      id: 'structure/dependency-known',
      title: 'Outputs and derivatives depend on knowns',
      severity: 'advice',
      fmi3: '2.4.8',
      explanation:
        'Knowns are inputs, states, the independent variable and, in FMI 3.0, parameters. Constants, calculated parameters and results computed from knowns are not knowns. The description does not define which locals are discrete states, so discrete variables pass.',
      pass: fmi3({ variables: ioPart, structure: ioStructure('dependencies="2"') }),
      fail: fmi3({
        variables: `${ioPart}<Float64 name="c" valueReference="3" causality="calculatedParameter"/>`,
        structure: `${ioStructure('dependencies="3"')}<InitialUnknown valueReference="3"/>`,
      }),
      *check(model) {
        for (const list of ['Output', 'ContinuousStateDerivative'] as const)
          for (const { element, knowns } of model.structure[list])
            for (const known of knowns)
              if (known !== undefined && !mayBeKnown(model, known))
                yield defect(
                  element,
                  'dependencies',
                  `${named(known)} (${known.variability} ${known.causality}) is not a known.`,
                  'inputs, states, parameters or the independent variable',
                );
      },
    },
    {
      id: 'structure/dependency-order',
      title: 'Dependencies are in ascending order of their indices',
      explanation: 'The indices in dependencies are in ascending order.',
      pass: fmi2({ variables: io2, structure: structure2('1 2') }),
      fail: fmi2({ variables: io2, structure: structure2('2 1') }),
      *check(model) {
        for (const { element, dependencies } of allUnknowns(model.structure)) {
          const indices = (dependencies ?? []).flatMap((word) => reference(word) ?? []);
          if (indices.some((index, k) => k > 0 && index < indices[k - 1]))
            yield defect(
              element,
              'dependencies',
              'The indices are not in ascending order.',
              [...indices].sort((a, b) => a - b).join(' '),
            );
        }
      },
    },
    {
      id: 'structure/kind-count',
      title: 'dependenciesKind has as many items as dependencies',
      fmi3: '2.4.8',
      explanation: 'dependenciesKind must have the same number of items as dependencies.',
      pass: fmi3({
        variables: ioPart,
        structure: ioStructure('dependencies="2" dependenciesKind="constant"'),
      }),
      fail: fmi3({
        variables: ioPart,
        structure: ioStructure('dependencies="2" dependenciesKind="constant fixed"'),
      }),
      *check(model) {
        for (const { element, dependencies, kinds } of allUnknowns(model.structure))
          if (kinds !== undefined && dependencies !== undefined && kinds.length !== dependencies.length)
            yield defect(
              element,
              'dependenciesKind',
              `dependenciesKind has ${kinds.length} items, but dependencies has ${dependencies.length}.`,
              `${dependencies.length} kinds`,
            );
      },
    },
    {
      id: 'structure/kind-float',
      title: 'Only floating-point unknowns depend by a factor',
      fmi3: '2.4.8',
      explanation:
        'The kinds constant, fixed, tunable and discrete describe the factor of the known, which exists only for floating-point unknowns. Other unknowns are dependent.',
      pass: fmi3({
        variables: ioPart,
        structure: ioStructure('dependencies="2" dependenciesKind="constant"'),
      }),
      fail: fmi3({
        variables:
          '<Int32 name="y" valueReference="1" causality="output"/><Int32 name="u" valueReference="2" causality="input" start="0"/>',
        structure: ioStructure('dependencies="2" dependenciesKind="constant"'),
      }),
      *check(model) {
        for (const { element, kinds, variable } of allUnknowns(model.structure)) {
          const wrong = kinds?.find((kind) => ['constant', 'fixed', 'tunable', 'discrete'].includes(kind));
          if (variable !== undefined && !isFloat(variable) && variable.type !== '' && wrong !== undefined)
            yield defect(
              element,
              'dependenciesKind',
              `${variable.type} ${named(variable)} has a dependency of kind ${wrong}.`,
              'dependent',
            );
        }
      },
    },
    {
      id: 'structure/kind-initial',
      title: 'Initial unknowns have dependencies of kind dependent or constant',
      fmi3: '2.4.8',
      explanation:
        'fixed, tunable and discrete describe when a factor changes after initialization, so they are not allowed for InitialUnknown.',
      pass: fmi3({
        variables: ioPart,
        structure:
          '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2" dependenciesKind="constant"/>',
      }),
      fail: fmi3({
        variables: ioPart,
        structure:
          '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2" dependenciesKind="fixed"/>',
      }),
      *check(model) {
        for (const { element, kinds } of model.structure.InitialUnknown) {
          const wrong = kinds?.find((kind) => ['fixed', 'tunable', 'discrete'].includes(kind));
          if (wrong !== undefined)
            yield defect(
              element,
              'dependenciesKind',
              `An initial unknown has a dependency of kind ${wrong}.`,
              'dependent or constant',
            );
        }
      },
    },
    {
      id: 'structure/kind-needs-dependencies',
      title: 'dependenciesKind requires dependencies',
      fmi3: '2.4.8',
      explanation: 'The kinds belong to the listed dependencies, item by item.',
      pass: fmi3({
        variables: ioPart,
        structure: ioStructure('dependencies="2" dependenciesKind="constant"'),
      }),
      fail: fmi3({ variables: ioPart, structure: ioStructure('dependenciesKind="constant"') }),
      *check(model) {
        for (const { element, dependencies, kinds } of allUnknowns(model.structure))
          if (kinds !== undefined && dependencies === undefined)
            yield defect(
              element,
              'dependenciesKind',
              'The entry has dependenciesKind but lacks dependencies.',
              'an attribute dependencies',
            );
      },
    },
  ],
);

function structure2(dependencies: string): string {
  return `<Outputs><Unknown index="3" dependencies="${dependencies}"/></Outputs><InitialUnknowns><Unknown index="3"/></InitialUnknowns>`;
}
