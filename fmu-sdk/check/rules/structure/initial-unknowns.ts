import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { ioPart, outputPart, outputStructure, scalarExample } from '../../example/example-parts.ts';
import { initialUnknowns, isFreeUnknown, isShadowed, referenceName } from '../../model/initial-unknowns.ts';
import { named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const outputs2 =
  '<ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable><ScalarVariable name="z" valueReference="2" causality="output"><Real/></ScalarVariable>';

export const structureInitialUnknowns: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.8' },
  [
    {
      id: 'structure/initial-dependency-known',
      title: 'Initial unknowns depend on inputs, exact variables and the independent variable',
      severity: 'advice',
      fmi3: '2.4.8',
      explanation:
        'In initialization the knowns are inputs, variables with initial exact (parameters, constants, initial states) and the independent variable.',
      pass: fmi3({
        variables: ioPart,
        structure: '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="2"/>',
      }),
      fail: fmi3({
        variables: `${ioPart}<Float64 name="x" valueReference="3"/>`,
        structure: '<Output valueReference="1"/><InitialUnknown valueReference="1" dependencies="3"/>',
      }),
      *check(model) {
        for (const { element, knowns } of model.structure.InitialUnknown)
          for (const known of knowns)
            if (
              known !== undefined &&
              !['input', 'independent'].includes(known.causality) &&
              ['calculated', 'approx'].includes(known.initial ?? '')
            )
              yield defect(
                element,
                'dependencies',
                `${named(known)} (${known.causality}, initial ${known.initial}) is not a known of the initialization.`,
                'inputs, variables with initial exact, or the independent variable',
              );
      },
    },
    {
      id: 'structure/initial-unknown-allowed',
      title:
        'Initial unknowns are outputs, states, derivatives, calculated parameters or clocked variables that the FMU computes',
      fmi3: '2.4.8',
      explanation:
        'The list contains exactly the outputs, states and state derivatives whose initial is approx or calculated, and the calculated parameters. FMI 3.0 adds clocked variables that the FMU initializes. Inputs, parameters and other locals are not allowed.',
      pass: fmi3({ variables: outputPart, structure: outputStructure }),
      fail: [
        fmi3({
          variables: '<Float64 name="x" valueReference="1"/>',
          structure: '<InitialUnknown valueReference="1"/>',
        }),
        fmi3({
          variables: '<Float64 name="y" valueReference="1" causality="output" initial="exact" start="0"/>',
          structure: outputStructure,
        }),
        fmi2({ structure: '<InitialUnknowns><Unknown index="1"/></InitialUnknowns>' }),
      ],
      *check(model) {
        const expected = initialUnknowns(model);
        for (const { element, variable } of model.structure.InitialUnknown)
          if (variable !== undefined && !expected.has(variable) && !isFreeUnknown(model, variable))
            yield defect(
              element,
              referenceName(model),
              `${named(variable)} (${variable.causality}, initial ${variable.initial ?? 'none'}) is not an unknown of the initialization.`,
              'an output, state, derivative or calculated parameter that is approx or calculated',
            );
      },
    },
    {
      id: 'structure/initial-unknown-complete',
      title: 'All initial unknowns are listed',
      fmi3: '2.4.8',
      explanation:
        'Outputs, states and state derivatives with initial approx or calculated, and all calculated parameters, must be listed: an importer solves for them when it initializes coupled FMUs. (In FMI 3.0, clocked variables are optional.)',
      pass: fmi3({ variables: outputPart, structure: outputStructure }),
      fail: [
        fmi3({ variables: outputPart, structure: '<Output valueReference="1"/>' }),
        scalarExample('c', '<Real/>', 'causality="calculatedParameter" variability="fixed"'),
      ],
      *check(model) {
        if (model.structure.element === undefined) return;
        const listed = new Set(model.structure.InitialUnknown.map((unknown) => unknown.variable));
        for (const variable of initialUnknowns(model))
          if (!listed.has(variable) && !isFreeUnknown(model, variable) && !isShadowed(model, variable))
            yield defect(
              variable.element,
              undefined,
              `${named(variable)} (${variable.causality}, initial ${variable.initial}) is not listed as an initial unknown.`,
              model.version === '2.0'
                ? `<Unknown index="${variable.index}"/> in InitialUnknowns`
                : `<InitialUnknown valueReference="${variable.reference}"/>`,
            );
      },
    },
    {
      id: 'structure/initial-unknown-order',
      title: 'Initial unknowns are in ascending order of their indices',
      explanation:
        'The entries of InitialUnknowns must be in ascending order of the index of their variable.',
      pass: fmi2({
        variables: outputs2,
        structure:
          '<Outputs><Unknown index="2"/><Unknown index="1"/></Outputs><InitialUnknowns><Unknown index="1"/><Unknown index="2"/></InitialUnknowns>',
      }),
      fail: fmi2({
        variables: outputs2,
        structure:
          '<Outputs><Unknown index="1"/><Unknown index="2"/></Outputs><InitialUnknowns><Unknown index="2"/><Unknown index="1"/></InitialUnknowns>',
      }),
      *check(model) {
        let last = 0;
        for (const { element, reference: index } of model.structure.InitialUnknown) {
          if (index === undefined) continue;
          if (index < last)
            yield defect(
              element,
              'index',
              `Index ${index} stands behind ${last}.`,
              'indices in ascending order',
            );
          last = Math.max(last, index);
        }
      },
    },
  ],
);
