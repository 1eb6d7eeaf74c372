import { attribute, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import { busMember, busMembers, onBus } from '../../example/example-layered.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { type Member, membersOf, notFollowing } from '../../model/layered-standards.ts';
import { named } from '../../model/variables/model-variable.ts';
import { descendants, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const kinds = {
  network: 'org.fmi-ls-bus.network-terminal',
  configuration: 'org.fmi-ls-bus.network-terminal.configuration',
  frame: 'org.fmi-ls-bus.frame-terminal',
  pdu: 'org.fmi-ls-bus.pdu-terminal',
} as const;

const transceiver = 'org.fmi-ls-bus.transceiver';
const roles = ['Tx_Data', 'Tx_Clock', 'Rx_Data', 'Rx_Clock'];
const networks = ['can', 'lin', 'flexray', 'ethernet'];

function ofKind(root: XmlElement, kind: keyof typeof kinds): XmlElement[] {
  return [...descendants(root, 'Terminal')].filter(
    (descendant) => attribute(descendant, 'terminalKind') === kinds[kind],
  );
}

/** Bus Terminals of the Network Abstraction. */
function transceivers(root: XmlElement): XmlElement[] {
  return ofKind(root, 'network').filter((element) => attribute(element, 'matchingRule') === transceiver);
}

function roleIn(members: readonly Member[], role: string): Member | undefined {
  return members.find(({ name }) => name === role);
}

/** Rules on the terminals of an FMU with FMI-LS-BUS. */
export const busTerminals: readonly Rule[] = ruleFamily(
  { needs: 'terminals', severity: 'violation', inapplicableReason: notFollowing('bus') },
  [
    {
      id: 'bus/terminal-matching',
      title: 'Terminals of a bus use the matching rules of FMI-LS-BUS',
      other: 'FMI-LS-BUS 1.0.0, 3.3 and 4.4',
      explanation:
        'A network terminal has the matching rule org.fmi-ls-bus.transceiver (Network Abstraction) or bus (Physical Signal Abstraction). Its frames, PDUs and configuration have the rule bus, and the configuration has the name Configuration.',
      pass: [onBus(), onBus({ inside: nested('configuration', { name: 'Configuration' }) })],
      fail: [
        onBus({ terminal: { matchingRule: 'sequence' } }),
        onBus({ inside: nested('configuration', { name: 'Settings' }) }),
        onBus({ inside: nested('configuration', { name: 'Configuration', matchingRule: 'none' }) }),
      ],
      *check(root) {
        for (const kind of Object.keys(kinds) as (keyof typeof kinds)[])
          for (const terminal of ofKind(root, kind)) {
            const allowed = kind === 'network' ? [transceiver, 'bus'] : ['bus'];
            if (!allowed.includes(attribute(terminal, 'matchingRule') ?? ''))
              yield defect(
                terminal,
                'matchingRule',
                'The matching rule is not defined for a bus.',
                allowed.join(' or '),
              );
            if (kind === 'configuration' && attribute(terminal, 'name') !== 'Configuration')
              yield defect(terminal, 'name', 'The configuration of a bus has another name.', 'Configuration');
          }
      },
    },
    {
      id: 'bus/terminal-members',
      title: 'A Bus Terminal has Tx_Data, Tx_Clock, Rx_Data and Rx_Clock',
      other: 'FMI-LS-BUS 1.0.0, 4.4.1',
      explanation:
        'These four member names define which variable carries sent and received data, and when. Each name occurs once, with the kind signal.',
      pass: onBus(),
      fail: [
        onBus({ members: busMembers.replace(busMember('Tx_Clock'), '') }),
        onBus({
          members: busMembers.replace(busMember('Rx_Data'), busMember('Rx_Data', 'Rx_Data', 'inflow')),
        }),
      ],
      *check(root, unit) {
        for (const terminal of transceivers(root)) {
          const members = membersOf(terminal, unit);
          for (const role of roles) {
            const member = roleIn(members, role);
            if (member === undefined)
              yield defect(terminal, undefined, `A Bus Terminal lacks ${role}.`, roles.join(', '));
            else if (member.kind !== 'signal')
              yield defect(
                member.element,
                'variableKind',
                `${role} is not a signal.`,
                'variableKind="signal"',
              );
          }
        }
      },
    },
    {
      id: 'bus/terminal-variables',
      title: 'Bus operations are binaries that belong to the Clock of their direction',
      other: 'FMI-LS-BUS 1.0.0, 4.3',
      explanation:
        'Rx_Data is a binary input, clocked by Rx_Clock, a triggered input Clock. Tx_Data is a binary output, clocked by Tx_Clock.',
      pass: onBus(),
      fail: [onBus({ rxData: { clocks: '3' } }), onBus({ rxClock: { intervalVariability: 'changing' } })],
      *check(root, unit) {
        for (const terminal of transceivers(root))
          for (const direction of ['Rx', 'Tx'] as const)
            yield* faultsOf(membersOf(terminal, unit), direction);
      },
    },
    {
      id: 'bus/mime-type',
      title: 'The MIME type of bus operations names the bus and its version',
      other: 'FMI-LS-BUS 1.0.0, 4.3.5',
      explanation:
        'application/org.fmi-standard.fmi-ls-bus.can; version="1.0.0", and similarly for lin, flexray and ethernet. Importers can therefore connect terminals of one bus only. Both directions of a terminal have one type.',
      pass: onBus(),
      fail: [
        onBus({ rxData: { mimeType: 'application/octet-stream' } }),
        onBus({
          txData: { mimeType: 'application/org.fmi-standard.fmi-ls-bus.lin; version=&quot;1.0.0&quot;' },
        }),
      ],
      *check(root, unit) {
        for (const terminal of transceivers(root)) yield* faultsOfMime(membersOf(terminal, unit));
      },
    },
    {
      id: 'bus/terminal-once',
      title: 'A variable belongs to one Bus Terminal at most',
      other: 'FMI-LS-BUS 1.0.0, 4.4.1',
      explanation: 'Each network has its own variables. Data on two networks would arrive twice.',
      pass: onBus(),
      fail: onBus({
        more: `<Terminal name="Second" terminalKind="${kinds.network}" matchingRule="${transceiver}">${busMembers}</Terminal>`,
      }),
      *check(root, unit) {
        const members = transceivers(root).flatMap((item) => membersOf(item, unit));
        for (const { item } of repeated(members, ({ variable }) => variable?.name))
          yield defect(
            item.element,
            'variableName',
            `${item.variable === undefined ? 'It' : named(item.variable)} is a member of two Bus Terminals.`,
            'separate variables for each terminal',
          );
      },
    },
    {
      id: 'bus/frames',
      title: 'A frame has a transmission Clock and one direction',
      other: 'FMI-LS-BUS 1.0.0, 3.3.2',
      explanation:
        'With the Physical Signal Abstraction each frame is a terminal with one member TransmissionClock. The signals of each of its PDUs are all inputs or all outputs.',
      pass: onBus({ more: framed(busMember('TransmissionClock', 'Tx_Clock'), busMember('s', 'Rx_Data')) }),
      fail: [
        onBus({ more: framed('', busMember('s', 'Rx_Data')) }),
        onBus({
          more: framed(
            busMember('TransmissionClock', 'Tx_Clock'),
            busMember('s', 'Rx_Data') + busMember('r', 'Tx_Data'),
          ),
        }),
      ],
      *check(root, unit) {
        for (const frame of ofKind(root, 'frame'))
          if (membersOf(frame, unit).filter(({ name }) => name === 'TransmissionClock').length !== 1)
            yield defect(
              frame,
              undefined,
              'A frame lacks a transmission Clock.',
              'one member TransmissionClock',
            );
        for (const pdu of ofKind(root, 'pdu')) yield* mixed(pdu, unit);
      },
    },
  ],
);

function* faultsOf(members: readonly Member[], direction: 'Rx' | 'Tx'): Iterable<Defect> {
  const [data, clock] = ['Data', 'Clock'].map((what) => roleIn(members, `${direction}_${what}`));
  const causality = direction === 'Rx' ? 'input' : 'output';
  if (clock?.variable !== undefined) {
    const { type, element, causality: clockCausality } = clock.variable;
    const triggered = attribute(element, 'intervalVariability') === 'triggered';
    if (type !== 'Clock')
      yield defect(
        clock.element,
        'variableName',
        `${direction}_Clock is not a Clock.`,
        'a variable of the type Clock',
      );
    else if (direction === 'Rx' && (clockCausality !== 'input' || !triggered))
      yield defect(
        clock.element,
        'variableName',
        'Rx_Clock is not a triggered input Clock.',
        'causality="input" and intervalVariability="triggered"',
      );
  }
  if (data?.variable === undefined) return;
  const { type, element, causality: dataCausality } = data.variable;
  if (type !== 'Binary' || dataCausality !== causality)
    yield defect(
      data.element,
      'variableName',
      `${direction}_Data is not a binary ${causality}.`,
      `a binary ${causality}`,
    );
  else if (clock?.variable?.type === 'Clock' && !clocksOf(element).includes(clock.variable.reference ?? -1))
    yield defect(
      data.element,
      'variableName',
      `${direction}_Data does not belong to ${direction}_Clock.`,
      `clocks="${clock.variable.reference}"`,
    );
}

function clocksOf(element: XmlElement): number[] {
  return (attribute(element, 'clocks') ?? '').trim().split(/\s+/).map(Number);
}

function* faultsOfMime(members: readonly Member[]): Iterable<Defect> {
  const types = ['Tx_Data', 'Rx_Data'].flatMap((role) => {
    const member = roleIn(members, role);
    if (member?.variable?.type !== 'Binary') return [];
    const text = attribute(member.variable.element, 'mimeType') ?? '';
    return [{ member, text, network: networkOf(text) }];
  });
  for (const { member, network } of types)
    if (network === undefined)
      yield defect(
        member.element,
        'variableName',
        `${member.name} lacks a MIME type that names the bus.`,
        `mimeType="application/org.fmi-standard.fmi-ls-bus.${networks.join('|')}; version=…"`,
      );
  const [first, second] = types;
  if (first?.network !== undefined && second?.network !== undefined && first.network !== second.network)
    yield defect(
      second.member.element,
      'variableName',
      `Tx_Data is of ${first.network}, and Rx_Data of ${second.network}.`,
      'one bus for both directions',
    );
}

/** The bus that a MIME type names, with a version as a parameter. */
function networkOf(mimeType: string): string | undefined {
  const match =
    /^application\/org\.fmi-standard\.fmi-ls-bus\.([a-z]+) *; *version *= *"?\d+\.\d+\.\d+[^"]*"?$/.exec(
      mimeType.trim(),
    );
  return match !== null && networks.includes(match[1]) ? match[1] : undefined;
}

function* mixed(pdu: XmlElement, unit: FmuContent): Iterable<Defect> {
  const members = membersOf(pdu, unit).filter(({ variable }) => variable !== undefined);
  const other = members.find(({ variable }) => variable?.causality !== members[0].variable?.causality);
  if (other !== undefined)
    yield defect(
      other.element,
      'variableName',
      'Signals of a PDU have different directions.',
      'inputs, or outputs',
    );
}

/** A terminal in a terminal, of the kind `kind`. */
function nested(kind: keyof typeof kinds, attributes: Readonly<Record<string, string>>): string {
  const all = { terminalKind: kinds[kind], matchingRule: 'bus', ...attributes };
  return `<Terminal${Object.entries(all)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')}/>`;
}

function framed(clock: string, signals: string): string {
  return (
    `<Terminal name="Body" terminalKind="${kinds.network}" matchingRule="bus">` +
    `<Terminal name="state" terminalKind="${kinds.frame}" matchingRule="bus">${clock}` +
    `<Terminal name="state" terminalKind="${kinds.pdu}" matchingRule="bus">${signals}</Terminal></Terminal></Terminal>`
  );
}
