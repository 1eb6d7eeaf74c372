import { type Layered, layeredNames } from '../model/layered-standards.ts';
import { type Example, fmi3, type Parts, xml } from './example-fmu.ts';

/** The manifest of a layered standard with these attributes of its own, and content. */
export function manifestFor(layered: Layered, attributes = '', content = ''): string {
  const name = layeredNames[layered];
  return xml(
    `<fmiLayeredStandardManifest xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="${name}"` +
      ` fmi-ls:fmi-ls-version="1.0.0" fmi-ls:fmi-ls-description="Layered standard" ${attributes}>${content}</fmiLayeredStandardManifest>`,
  );
}

/** An FMU that follows a layered standard. */
export function withLayeredStandard(
  layered: Layered,
  parts: Parts,
  manifest: string = manifestFor(layered),
): Example {
  const path = `extra/${layeredNames[layered]}/fmi-ls-manifest.xml`;
  return fmi3({ ...parts, files: { ...parts.files, [path]: manifest } });
}

/** Attributes that differ from those of a valid FMU. */
type Changes = Readonly<Record<string, string>>;

function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const text = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${name}${text.join('')}>${content}</${name}>`;
}

const mimeType = 'application/org.fmi-standard.fmi-ls-bus.can; version=&quot;1.0.0&quot;';

/**
 * Differences from a valid FMU on a CAN bus: attributes of its variables and terminal, and the
 * terminal's content.
 */
export interface BusParts {
  readonly rxClock?: Changes;
  readonly rxData?: Changes;
  readonly txData?: Changes;
  readonly terminal?: Changes;
  readonly members?: string;
  readonly inside?: string;
  readonly more?: string;
  readonly interfaces?: string;
  readonly manifest?: string;
}

/** A member of a bus terminal. */
export function busMember(name: string, variable: string = name, kind = 'signal'): string {
  return element('TerminalMemberVariable', {
    variableName: variable,
    memberName: name,
    variableKind: kind,
  });
}

/** All members that a Bus Terminal has. */
export const busMembers: string = ['Rx_Clock', 'Rx_Data', 'Tx_Clock', 'Tx_Data']
  .map((name) => busMember(name))
  .join('');

/** An FMU on a CAN bus (FMI-LS-BUS, Network Abstraction), with one Bus Terminal. */
export function onBus(parts: BusParts = {}): Example {
  const { rxClock = {}, rxData = {}, txData = {}, terminal = {}, members = busMembers } = parts;
  const common = { variability: 'discrete', mimeType };
  const variables = [
    element('Clock', {
      name: 'Rx_Clock',
      valueReference: '1',
      causality: 'input',
      intervalVariability: 'triggered',
      ...rxClock,
    }),
    element(
      'Binary',
      { name: 'Rx_Data', valueReference: '2', causality: 'input', clocks: '1', ...common, ...rxData },
      '<Start value=""/>',
    ),
    element('Clock', {
      name: 'Tx_Clock',
      valueReference: '3',
      causality: 'input',
      intervalVariability: 'changing',
    }),
    element('Binary', {
      name: 'Tx_Data',
      valueReference: '4',
      causality: 'output',
      clocks: '3',
      ...common,
      ...txData,
    }),
  ];
  const attributes = {
    name: 'Powertrain',
    terminalKind: 'org.fmi-ls-bus.network-terminal',
    matchingRule: 'org.fmi-ls-bus.transceiver',
    ...terminal,
  };
  const terminals = element('Terminal', attributes, members + (parts.inside ?? '')) + (parts.more ?? '');
  return withLayeredStandard(
    'bus',
    {
      interfaces: parts.interfaces ?? '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>',
      variables: variables.join(''),
      structure: '<Output valueReference="4"/>',
      terminals: `<Terminals>${terminals}</Terminals>`,
    },
    parts.manifest,
  );
}
