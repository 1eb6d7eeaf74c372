import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { manifestFor, onBus, withLayeredStandard } from '../../example/example-layered.ts';
import { notFollowing, notOf } from '../../model/layered-standards.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const flag: Rule = {
  id: 'bus/role-flag',
  title: 'isBusSimulationFMU is true or false',
  severity: 'violation',
  other: 'FMI-LS-BUS 1.0.0, 4.1',
  explanation:
    'isBusSimulationFMU in the manifest distinguishes an FMU that simulates the bus from an FMU on the bus. The schema defines no other attribute of the root, and no content.',
  needs: 'manifest',
  pass: [onBus(), onBus({ manifest: manifestFor('bus', 'isBusSimulationFMU="true"') })],
  fail: [onBus({ manifest: manifestFor('bus', 'isBusSimulationFMU="yes"') })],
  inapplicableReason: notOf('bus'),
  *check({ root }) {
    const text = attribute(root, 'isBusSimulationFMU')?.trim();
    if (text !== undefined && !['true', 'false', '1', '0'].includes(text))
      yield defect(root, 'isBusSimulationFMU', 'isBusSimulationFMU is not a Boolean.', 'true or false');
  },
};

const eventMode: Rule = {
  id: 'bus/event-mode',
  title: 'An FMU on a bus supports Event Mode',
  severity: 'violation',
  other: 'FMI-LS-BUS 1.0.0, 2',
  interfaces: ['coSimulation'],
  explanation:
    'Frames and bus operations are exchanged when Clocks tick, in Event Mode. Networked FMUs set hasEventMode="true" in co-simulation.',
  needs: 'description',
  pass: [onBus()],
  fail: [withLayeredStandard('bus', {})],
  inapplicableReason: notFollowing('bus'),
  *check({ interfaces }) {
    for (const kind of interfaces)
      if (kind.name === 'CoSimulation' && !isTrue(kind, 'hasEventMode'))
        yield defect(
          kind,
          'hasEventMode',
          'An FMU on a bus does not support Event Mode.',
          'hasEventMode="true"',
        );
  },
};

/** Rules on the FMU as a whole. */
export const busUnit: readonly Rule[] = [flag, eventMode];
