import { attribute, childNamed, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import { withReferences } from '../../example/example-references.ts';
import { experimentsOf, namedFrom } from '../../model/related-files.ts';
import type { Rule } from '../../rule.ts';

/** Returns a finite number in XML, or undefined. */
function numberOf(element: XmlElement, name: string): number | undefined {
  const text = attribute(element, name)?.trim();
  return text === undefined || !/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text)
    ? undefined
    : Number(text);
}

function* timesOf(element: XmlElement): Iterable<Defect> {
  const name = attribute(element, 'name') ?? '';
  for (const text of ['startTime', 'stopTime', 'stepSize', 'tolerance']) {
    const value = numberOf(element, text);
    const positive = text === 'stepSize' || text === 'tolerance';
    if (attribute(element, text) === undefined) continue;
    if (value === undefined || !Number.isFinite(value) || (positive && value <= 0))
      yield defect(
        element,
        text,
        `The ${text} of experiment "${name}" is invalid.`,
        positive ? 'a number above 0' : 'a finite number',
      );
  }
  const [start, stop] = ['startTime', 'stopTime'].map((text) => numberOf(element, text));
  if (start !== undefined && stop !== undefined && stop < start)
    yield defect(
      element,
      'stopTime',
      `Experiment "${name}" ends before its start, at ${start} s.`,
      'a stopTime of at least startTime',
    );
}

export const referenceExperiment: Rule = {
  id: 'reference/experiment',
  title: 'Experiments of an FMU can run',
  severity: 'violation',
  other: 'MA-HS-Experiments 1.0.0-alpha.1, 2',
  explanation:
    'A file of experiments has the root Experiments. Each Experiment has a name, and numeric times and tolerance. Its parameters, stimuli and references are files of the archive, relative to that file.',
  needs: 'files',
  pass: [
    withReferences({}),
    withReferences({}, '<Experiments name="e"><Experiment name="a"/></Experiments>'),
  ],
  fail: [
    withReferences({}, '<Experiments name="e"><Experiment stopTime="1"/></Experiments>'),
    withReferences({}, '<Experiments name="e"><Experiment name="a" stepSize="0"/></Experiments>'),
    withReferences(
      {},
      '<Experiments name="e"><Experiment name="a" startTime="2" stopTime="1"/></Experiments>',
    ),
    withReferences(
      {},
      '<Experiments name="e"><Experiment name="a"><References source="not-there.csv"/></Experiment></Experiments>',
    ),
    withReferences({}, '<Tests/>'),
    withReferences({}, '<Experiments>'),
  ],
  *check(paths, unit) {
    for (const { root, path } of experimentsOf(unit)) {
      const defects = root?.name === 'Experiments' ? inside(root, path, paths) : notExperiments(path);
      for (const item of defects) yield { ...item, file: path };
    }
  },
};

function notExperiments(path: string): Defect[] {
  return [
    {
      message: `${path} is not a file of experiments.`,
      expected: 'well-formed XML with the root Experiments',
    },
  ];
}

function* inside(root: XmlElement, path: string, paths: readonly string[]): Iterable<Defect> {
  for (const experiment of childrenNamed(root, 'Experiment')) {
    if (attribute(experiment, 'name') === undefined)
      yield defect(experiment, undefined, 'An experiment lacks a name.', 'the attribute name');
    yield* timesOf(experiment);
    for (const child of ['Parameters', 'Stimuli', 'References']) {
      const element = childNamed(experiment, child);
      if (element === undefined) continue;
      const source = attribute(element, 'source');
      if (source === undefined || !paths.includes(namedFrom(path, source) ?? ''))
        yield defect(
          element,
          'source',
          `The ${child} of an experiment name a file that is not in the archive.`,
          'a file in this archive, relative to this file',
        );
    }
  }
}
