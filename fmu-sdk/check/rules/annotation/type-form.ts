import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/variables/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const annotationTypeForm: Rule = {
  id: 'annotation/type-form',
  title: 'Types of annotations are in reverse domain notation',
  severity: 'advice',
  fmi3: '2.4',
  explanation:
    'The author of an annotation controls the domain of its type, for example com.example.tool. Annotations of different authors therefore never clash.',
  needs: 'description',
  pass: [fmi3({ rest: '<Annotations><Annotation type="com.example.tool"/></Annotations>' })],
  fail: [fmi3({ rest: '<Annotations><Annotation type="tool"/></Annotations>' })],
  *check(model) {
    for (const annotation of descendants(model.root, 'Annotation')) {
      const type = attribute(annotation, 'type');
      if (type !== undefined && annotation.parent?.name === 'Annotations' && !isReverseDomain(type))
        yield defect(
          annotation,
          'type',
          'The type is not in reverse domain notation.',
          'such as com.example.tool',
        );
    }
  },
};
