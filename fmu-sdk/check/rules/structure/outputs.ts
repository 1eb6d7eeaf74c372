import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { outputPart, outputStructure } from '../../example/example-parts.ts';
import { isShadowed, referenceName } from '../../model/initial-unknowns.ts';
import { allUnknowns } from '../../model/model-structure-lists.ts';
import { named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const structureOutputs: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.8', fmi3: '2.4.8' },
  [
    {
      id: 'structure/output-causality',
      title: 'Listed outputs have causality output',
      explanation: 'Every variable of the list of outputs must have causality output.',
      pass: fmi3({ variables: outputPart, structure: outputStructure }),
      fail: [
        fmi3({
          variables: '<Float64 name="x" valueReference="1"/>',
          structure: '<Output valueReference="1"/>',
        }),
        fmi2({ structure: '<Outputs><Unknown index="1"/></Outputs>' }),
      ],
      *check(model) {
        for (const { element, variable } of model.structure.Output)
          if (variable !== undefined && variable.causality !== 'output')
            yield defect(
              element,
              referenceName(model),
              `${named(variable)} is listed as an output and is ${variable.causality}.`,
              'causality output',
            );
      },
    },
    {
      id: 'structure/output-complete',
      title: 'All outputs are listed',
      explanation:
        'Every variable with causality output must be in the list of outputs, which fixes their order for linearization.',
      pass: fmi3({ variables: outputPart, structure: outputStructure }),
      fail: [
        fmi3({ variables: outputPart, structure: '<InitialUnknown valueReference="1"/>' }),
        fmi2({
          variables:
            '<ScalarVariable name="y" valueReference="1" causality="output"><Real/></ScalarVariable>',
          structure: '<InitialUnknowns><Unknown index="1"/></InitialUnknowns>',
        }),
      ],
      *check(model) {
        if (model.structure.element === undefined) return;
        const listed = new Set(model.structure.Output.map((unknown) => unknown.variable));
        for (const variable of model.variables)
          if (variable.causality === 'output' && !listed.has(variable) && !isShadowed(model, variable))
            yield defect(
              variable.element,
              'causality',
              `Output ${named(variable)} is not listed in ModelStructure.`,
              model.version === '2.0'
                ? `<Unknown index="${variable.index}"/> in Outputs`
                : `<Output valueReference="${variable.reference}"/>`,
            );
      },
    },
    {
      id: 'structure/reference-exists',
      title: 'Entries of the model structure refer to variables',
      explanation:
        'Every entry refers to a variable: by its index from 1 in FMI 2.0, by its value reference in FMI 3.0.',
      pass: fmi3({ variables: outputPart, structure: outputStructure }),
      fail: [
        fmi3({ structure: '<Output valueReference="9"/>' }),
        fmi2({ structure: '<Outputs><Unknown index="2"/></Outputs>' }),
      ],
      *check(model) {
        for (const unknown of allUnknowns(model.structure))
          if (unknown.reference !== undefined && unknown.variable === undefined)
            yield defect(
              unknown.element,
              referenceName(model),
              `This ${unknown.list} does not refer to a variable.`,
              model.version === '2.0'
                ? `an index from 1 to ${model.variables.length}`
                : 'the value reference of a variable',
            );
      },
    },
  ],
);
