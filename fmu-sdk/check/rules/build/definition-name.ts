import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildDefinitionName: Rule = {
  id: 'build/definition-name',
  title: 'Names of preprocessor definitions are C identifiers',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.3',
  explanation: 'The compiler receives the definition, so its name must be an identifier.',
  needs: 'build',
  pass: [
    fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="FMI_VERSION" value="3"/>',
      ),
    }),
  ],
  fail: [
    fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="FMI-VERSION" value="3"/>',
      ),
    }),
  ],
  *check(root) {
    for (const definition of descendants(root, 'PreprocessorDefinition'))
      if (!/^[A-Za-z_]\w*$/.test(attribute(definition, 'name') ?? 'a'))
        yield defect(
          definition,
          'name',
          'The name is not a C identifier.',
          'letters, digits and _, no digit first',
        );
  },
};
