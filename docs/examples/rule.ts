// Checks an FMU with a custom rule.
import { checkFmu, defect, type Rule, standardRules } from 'fmukit/check';

const measured: Rule = {
  id: 'house/unit-of-measure',
  title: 'Every output has a unit of measure',
  severity: 'advice',
  other: 'House rules, 1',
  explanation: 'Whoever connects an output knows what it counts.',
  needs: 'description',
  *check(model) {
    for (const { element, name, causality } of model.variables)
      if (causality === 'output' && !element.attributes.has('unit'))
        yield defect(element, 'name', `Output "${name}" has no unit of measure.`, 'an attribute unit');
  },
};

const { verdicts } = await checkFmu('dist/my-filter.fmu', { rules: [...standardRules, measured] });
const failed = verdicts.filter(({ status }) => status === 'failed');
for (const { rule, findings } of failed)
  for (const { message } of findings) console.log(`${rule.severity} ${rule.id}: ${message}`);

// Prints:
// advice house/unit-of-measure: Output "y" has no unit of measure.
