import { fmi3 } from '../../example/example-fmu.ts';
import { entry, zip } from '../../example/example-parts.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const archiveDuplicate: Rule = {
  id: 'archive/duplicate',
  title: 'Every path occurs once in the archive',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.5.1',
  explanation:
    'Tools choose different entries if two have one path: a tool may check one entry while another tool runs the other.',
  needs: 'archive',
  pass: [fmi3({ zip })],
  fail: [fmi3({ zip: { disk: 0, entries: [entry, { ...entry, offset: 100 }] } })],
  *check({ entries }) {
    for (const { item } of repeated(entries, (zipEntry) => zipEntry.name))
      yield {
        message: 'The archive has another entry with this path.',
        value: item.name,
        expected: 'each path once',
        file: item.name,
      };
  },
};
