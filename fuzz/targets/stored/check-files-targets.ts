import { compareReports, readReport } from '../../../fmu-sdk/check/selection/earlier-report.ts';
import { readWaivers, waive } from '../../../fmu-sdk/check/selection/waivers.ts';
import { holds, type Target } from '../../fuzz-target.ts';
import { mutateJson } from '../../mutate/mutate-json.ts';
import { isJson } from '../shared-inputs.ts';
import { resultOf } from './example-check.ts';
import { ScratchFolder } from './scratch-folder.ts';

const folder = new ScratchFolder();
const close = (): void => folder.remove();

/** Waivers. What is accepted marks findings, and changes nothing else in them. */
export const waivers: Target = {
  name: 'waivers',
  about: 'waivers of findings',
  mutate: mutateJson,
  hasForm: isJson,
  run: (bytes) => {
    const read = readWaivers(folder.write('case.json', bytes));
    const { results, notes } = waive([resultOf], read, '2026-11-22');
    const marks = results.flatMap(({ verdicts }) =>
      verdicts.flatMap(({ findings }) => findings.map(({ waived }) => (waived === undefined ? 0 : 1))),
    );
    holds(marks.length === 3, 'a finding is missing');
    holds(notes.length <= read.length, 'a waiver has two notes');
    return `accepted ${Math.min(9, read.length)} ${marks.join('')} ${Math.min(3, notes.length)}`;
  },
  close,
};

/** Reports of earlier checks. An accepted one leaves every finding, new or not. */
export const baseline: Target = {
  name: 'baseline',
  about: 'reports of earlier checks',
  mutate: mutateJson,
  hasForm: isJson,
  run: (bytes) => {
    const earlier = readReport(folder.write('case.json', bytes));
    const [result] = compareReports([resultOf], earlier);
    const marks = result.verdicts.flatMap(({ findings }) => findings.map(({ isNew }) => isNew));
    holds(marks.length === 3 && marks.every((mark) => typeof mark === 'boolean'), 'a finding is missing');
    const { absent = [] } = result;
    return `accepted ${earlier.units.length} ${marks.map(Number).join('')} ${Math.min(9, absent.length)}`;
  },
  close,
};
