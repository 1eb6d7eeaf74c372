import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsAnnotationType: Rule = {
  id: 'terminals/annotation-type',
  title: 'Types of annotations of terminals are in reverse domain notation',
  class: 'advice',
  fmi2: '2.3.2',
  fmi3: '2.4',
  explanation: 'The author of an annotation controls the domain of its type.',
  needs: 'terminals',
  pass: [fmi3({ terminals: '<Annotations><Annotation type="com.example.tool"/></Annotations>' })],
  fail: [fmi3({ terminals: '<Annotations><Annotation type="tool"/></Annotations>' })],
  *check(root) {
    for (const annotation of descendants(root, 'Annotation')) {
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
