import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildOptionDefault: Rule = {
  id: 'build/option-default',
  title: 'The default of a preprocessor definition is one of its options',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.4',
  explanation: 'If a PreprocessorDefinition has Option elements, its value must be one of theirs.',
  needs: 'build',
  pass: [
    fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="A" value="1"><Option value="1"/><Option value="2"/></PreprocessorDefinition>',
      ),
    }),
  ],
  fail: [
    fmi3({
      build: configuration(
        '<SourceFile name="unit.c"/><PreprocessorDefinition name="A" value="3"><Option value="1"/><Option value="2"/></PreprocessorDefinition>',
      ),
    }),
  ],
  *check(root) {
    for (const definition of descendants(root, 'PreprocessorDefinition')) {
      const options = childrenNamed(definition, 'Option').map((option) => attribute(option, 'value'));
      const value = attribute(definition, 'value');
      if (options.length > 0 && value !== undefined && !options.includes(value))
        yield defect(definition, 'value', 'The value is not one of the options.', options.join(' or '));
    }
  },
};
