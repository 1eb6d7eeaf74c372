import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { following, manifestFor, onBus } from '../../example/example-layered.ts';
import { notFollowing, notOf } from '../../model/layered-standards.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const flag: Rule = {
  id: 'bus/role-flag',
  title: 'isBusSimulationFMU is true or false',
  class: 'violation',
  other: 'FMI-LS-BUS 1.0.0, 4.1',
  explanation:
    'By isBusSimulationFMU in the manifest an importer tells a unit that simulates the bus from one that is on it. The schema knows no other attribute of the root, and nothing in it.',
  needs: 'manifest',
  pass: [onBus(), onBus({ manifest: manifestFor('bus', 'isBusSimulationFMU="true"') })],
  fail: [onBus({ manifest: manifestFor('bus', 'isBusSimulationFMU="yes"') })],
  without: notOf('bus'),
  *check({ root }) {
    const text = attribute(root, 'isBusSimulationFMU')?.trim();
    if (text !== undefined && !['true', 'false', '1', '0'].includes(text))
      yield defect(root, 'isBusSimulationFMU', 'isBusSimulationFMU is no boolean.', 'true or false');
  },
};

const eventMode: Rule = {
  id: 'bus/event-mode',
  title: 'A unit on a bus has Event Mode',
  class: 'violation',
  other: 'FMI-LS-BUS 1.0.0, 2',
  interfaces: ['coSimulation'],
  explanation:
    'Frames and bus operations are exchanged when Clocks tick, which is in Event Mode: networked units set hasEventMode="true" in co-simulation.',
  needs: 'description',
  pass: [onBus()],
  fail: [following('bus', {})],
  without: notFollowing('bus'),
  *check({ interfaces }) {
    for (const each of interfaces)
      if (each.name === 'CoSimulation' && !isTrue(each, 'hasEventMode'))
        yield defect(each, 'hasEventMode', 'A unit on a bus has no Event Mode.', 'hasEventMode="true"');
  },
};

/** On the unit as a whole. */
export const busUnit: readonly Rule[] = [flag, eventMode];
