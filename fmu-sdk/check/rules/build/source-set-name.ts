import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const buildSourceSetName: Rule = {
  id: 'build/source-set-name',
  title: 'Source file sets of a configuration have different names',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10.1',
  explanation: 'The optional name of a SourceFileSet must be unique.',
  needs: 'build',
  pass: [fmi3({ build: sets('a', 'b') })],
  fail: [fmi3({ build: sets('a', 'a') })],
  *check(root) {
    for (const element of childrenNamed(root, 'BuildConfiguration'))
      for (const { item } of repeated(childrenNamed(element, 'SourceFileSet'), (set) =>
        attribute(set, 'name'),
      ))
        yield defect(item, 'name', 'Another set has this name.', 'a unique name');
  },
};
function sets(...names: string[]): string {
  return `<BuildConfiguration modelIdentifier="unit">${names.map((name, k) => `<SourceFileSet name="${name}"><SourceFile name="${k}.c"/></SourceFileSet>`).join('')}</BuildConfiguration>`;
}
