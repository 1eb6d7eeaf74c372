import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const standard = [
  'logEvents',
  'logSingularLinearSystems',
  'logNonlinearSystems',
  'logDynamicStateSelection',
  'logStatusWarning',
  'logStatusDiscard',
  'logStatusError',
  'logStatusFatal',
];

export const categoryStandardName: Rule = {
  id: 'category/standard-name',
  title: 'Standard log categories have the spelling of the standard',
  severity: 'advice',
  fmi2: '2.2.4',
  fmi3: '2.4.5',
  explanation:
    'If a category is defined by the standard (logEvents, logStatusError, …), its standard name should be used. Tools do not recognize a name that differs in case.',
  needs: 'description',
  pass: [
    fmi3({
      definitions: '<LogCategories><Category name="logEvents"/><Category name="solver"/></LogCategories>',
    }),
  ],
  fail: [fmi3({ definitions: '<LogCategories><Category name="LogEvents"/></LogCategories>' })],
  *check(model) {
    for (const category of elements(model.root, 'LogCategories', 'Category')) {
      const name = attribute(category, 'name') ?? '';
      const meant = standard.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
      if (meant !== undefined && meant !== name)
        yield defect(category, 'name', 'The name differs from a standard one only in case.', meant);
    }
  },
};
