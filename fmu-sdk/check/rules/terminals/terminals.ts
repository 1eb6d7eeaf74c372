import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { isReverseDomain } from '../../model/variables/structured-names.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const terminalsTerminals: readonly Rule[] = ruleFamily({ needs: 'terminals', severity: 'violation' }, [
  {
    id: 'terminals/annotation-type',
    title: 'Types of annotations of terminals are in reverse domain notation',
    severity: 'advice',
    fmi2: '2.3.2',
    fmi3: '2.4',
    explanation: 'The author of an annotation controls the domain of its type.',
    pass: fmi3({ terminals: '<Annotations><Annotation type="com.example.tool"/></Annotations>' }),
    fail: fmi3({ terminals: '<Annotations><Annotation type="tool"/></Annotations>' }),
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
  },
  {
    id: 'terminals/matching-rule',
    title: 'Matching rules are predefined or have a domain',
    fmi2: '2.3.2',
    fmi3: '2.4.9.2.2',
    explanation:
      'plug, bus, sequence and none are predefined. The author of another rule must name it in reverse domain notation.',
    pass: fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="com.example.rule"/></Terminals>' }),
    fail: fmi3({ terminals: '<Terminals><Terminal name="a" matchingRule="Plug"/></Terminals>' }),
    *check(root) {
      for (const terminal of descendants(root, 'Terminal')) {
        const rule = attribute(terminal, 'matchingRule');
        if (
          rule !== undefined &&
          !['plug', 'bus', 'sequence', 'none'].includes(rule) &&
          !isReverseDomain(rule)
        )
          yield defect(
            terminal,
            'matchingRule',
            'The matching rule is neither predefined nor in reverse domain notation.',
            'plug, bus, sequence, none, or such as com.example.rule',
          );
      }
    },
  },
  {
    id: 'terminals/version',
    title: 'terminalsAndIcons.xml has the FMI version of the FMU',
    fmi3: '2.4.9',
    explanation: 'In FMI 3.0 the fmiVersion of this file must match that of modelDescription.xml.',
    pass: fmi3({ terminals: '' }),
    fail: fmi3({ attributes: { fmiVersion: '3.1' }, terminals: '' }),
    *check(root, fmu) {
      const version = attribute(root, 'fmiVersion');
      const other = fmu.model === undefined ? undefined : attribute(fmu.model.root, 'fmiVersion');
      if (version !== undefined && other !== undefined && version !== other)
        yield defect(root, 'fmiVersion', `modelDescription.xml is of FMI ${other}.`, other);
    },
  },
]);
