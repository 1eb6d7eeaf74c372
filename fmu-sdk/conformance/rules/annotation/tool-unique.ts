import { attribute, childrenNamed } from '../../../xml/parse.ts';
import { fmi2 } from '../../example/example.ts';
import { defect, modelRule } from '../../factory.ts';
import { repeated } from '../../model/elements.ts';
import type { StaticRule } from '../../rule.ts';

export const annotationToolUnique: StaticRule = modelRule({
  id: 'annotation/tool-unique',
  title: 'A tool has one annotation in a list',
  severity: 'error',
  fmi2: '2.2.6',
  explanation: 'The names of the Tool elements of one list of annotations must differ.',
  pass: [fmi2({ definitions: '<VendorAnnotations><Tool name="a"/><Tool name="b"/></VendorAnnotations>' })],
  fail: [
    fmi2({ definitions: '<VendorAnnotations><Tool name="a"/><Tool name="a"/></VendorAnnotations>' }),
    fmi2({
      variables:
        '<ScalarVariable name="x" valueReference="1"><Real/><Annotations><Tool name="a"/><Tool name="a"/></Annotations></ScalarVariable>',
    }),
  ],
  *check(model) {
    const lists = [
      ...childrenNamed(model.root, 'VendorAnnotations'),
      ...model.variables.flatMap((v) => childrenNamed(v.element, 'Annotations')),
    ];
    for (const list of lists)
      for (const { item } of repeated(childrenNamed(list, 'Tool'), (tool) => attribute(tool, 'name')))
        yield defect(item, 'name', 'The list has an annotation of this tool already.', 'each tool once');
  },
});
