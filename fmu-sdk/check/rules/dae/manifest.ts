import { attribute, childNamed, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import type { Example } from '../../example/example-fmu.ts';
import { manifestFor, withLayeredStandard } from '../../example/example-layered.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { words } from '../../grammar/xsd-types.ts';
import { notOf } from '../../model/layered-standards.ts';
import { isFloat, named, reference, type Variable } from '../../model/variables/model-variable.ts';
import { descendants, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const variables =
  '<Boolean name="b" valueReference="5"/>' +
  ['x', 'y', 'r', 'q'].map((name, i) => `<Float64 name="${name}" valueReference="${i + 1}"/>`).join('');
const residual = (...formulations: string[]): string => `<Residual>${formulations.join('')}</Residual>`;
const formulation = (value: number, more = ''): string => `<Formulation valueReference="${value}" ${more}/>`;
const algebraic = (value: number): string =>
  `<AlgebraicVariables><AlgebraicVariable valueReference="${value}"/></AlgebraicVariables>`;
const structure = (...residuals: string[]): string =>
  `<ModelStructure>${residuals.join('')}</ModelStructure>`;

/** An FMU with a manifest of FMI-LS-DAE of this content. */
const example = (content: string): Example =>
  withLayeredStandard('dae', { variables }, manifestFor('dae', '', content));
const sound = example(
  algebraic(2) +
    structure(
      residual(formulation(3, 'dependencies="1 2" dependenciesKind="fixed constant"'), formulation(4)),
    ),
);

function variableOf(unit: FmuContent, element: XmlElement): Variable | undefined {
  const value = reference(attribute(element, 'valueReference'));
  return value === undefined ? undefined : unit.model?.byReference.get(value)?.[0];
}

/** Elements of the manifest that name a variable. */
function* naming(root: XmlElement): Iterable<XmlElement> {
  yield* descendants(root, 'AlgebraicVariable');
  const own = childNamed(root, 'ModelStructure');
  if (own === undefined) return;
  yield* own.children.filter(({ name }) => name !== 'Residual');
  yield* descendants(own, 'Formulation');
}

/** Rules on the manifest of FMI-LS-DAE, a draft. */
export const daeManifest: readonly Rule[] = ruleFamily(
  {
    needs: 'manifest',
    severity: 'advice',
    other: 'FMI-LS-DAE (draft of 2026), 4',
    inapplicableReason: notOf('dae'),
    skipReason: (_, { model }) => (model === undefined ? 'the model description is missing' : undefined),
  },
  [
    {
      id: 'dae/algebraic-variable',
      title: 'Algebraic variables are continuous floating-point variables',
      explanation: 'A solver finds the values of algebraic variables, so they are real and continuous.',
      pass: sound,
      fail: example(algebraic(5)),
      *check({ root }, unit): Iterable<Defect> {
        for (const element of descendants(root, 'AlgebraicVariable')) {
          const variable = variableOf(unit, element);
          if (variable !== undefined && !(isFloat(variable) && variable.variability === 'continuous'))
            yield defect(
              element,
              'valueReference',
              `${named(variable)} is a ${variable.variability} ${variable.type}.`,
              'a continuous floating-point variable',
            );
        }
      },
    },
    {
      id: 'dae/dependencies-kind',
      title: 'Dependencies of a DAE have one kind each',
      explanation: 'dependenciesKind lists a kind for each of the dependencies, in their order.',
      pass: sound,
      fail: example(structure(residual(formulation(3, 'dependencies="1 2" dependenciesKind="fixed"')))),
      *check({ root }) {
        for (const element of naming(root)) {
          const kinds = attribute(element, 'dependenciesKind');
          const count = words(attribute(element, 'dependencies') ?? '').length;
          if (kinds !== undefined && words(kinds).length !== count)
            yield defect(
              element,
              'dependenciesKind',
              'The numbers of dependencies and kinds differ.',
              `${count} kinds`,
            );
        }
      },
    },
    {
      id: 'dae/formulation',
      title: 'Every residual has a formulation, and each formulation a variable of its own',
      explanation:
        'The formulations of a residual are one constraint in several orders of differentiation. Each has its own residual variable.',
      pass: sound,
      fail: [example(structure(residual())), example(structure(residual(formulation(3), formulation(3))))],
      *check({ root }) {
        for (const element of descendants(root, 'Residual')) {
          const formulations = childrenNamed(element, 'Formulation');
          if (formulations.length === 0)
            yield defect(
              element,
              undefined,
              'The residual lacks a formulation.',
              'a child element Formulation',
            );
          for (const { item } of repeated(formulations, (e) => attribute(e, 'valueReference')))
            yield defect(item, 'valueReference', 'Two formulations have one variable.', 'one variable each');
        }
      },
    },
    {
      id: 'dae/references',
      title: 'The structure of a DAE names variables of the model description',
      explanation: 'Algebraic variables, residuals and dependencies are variables in modelDescription.xml.',
      pass: sound,
      fail: [example(algebraic(9)), example(structure(residual(formulation(3, 'dependencies="1 9"'))))],
      *check({ root }, unit) {
        const expected = 'the value reference of a variable';
        for (const element of naming(root)) {
          if (variableOf(unit, element) === undefined)
            yield defect(element, 'valueReference', 'The variable does not exist.', expected);
          for (const word of words(attribute(element, 'dependencies') ?? ''))
            if (unit.model?.byReference.get(Number(word)) === undefined)
              yield {
                ...defect(element, 'dependencies', 'A dependency does not exist.', expected),
                value: word,
              };
        }
      },
    },
  ],
);
