import { Document } from '../../fmu-sdk/description/tables/document-lists.ts';
import { attribute, type XmlElement } from '../../fmu-sdk/util/xml/parse-xml.ts';

/** Group of variables, which FMI 3.0 calls a terminal. */
export interface VariableGroup {
  /** Name of its element: `Force`, `LinearMechanicalPort`, `Generic`, …. */
  kind: string;
  name: string;
  variables: string[];
  groups: VariableGroup[];
}

/** Flow by effort of groups whose product is a power (OSP-IS 1.0, table of ports). */
const flows: Readonly<Record<string, string>> = {
  Force: 'LinearVelocity',
  Torque: 'AngularVelocity',
  Pressure: 'VolumeFlowRate',
  Voltage: 'Current',
};

/** Reads the groups of variables in `OspModelDescription.xml`. `file` names it in errors. */
export function readVariableGroups(xml: string, file: string): VariableGroup[] {
  const { root } = new Document(xml, file, 'OspModelDescription');
  const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);
  const list = root.children.find((e) => localName(e) === 'VariableGroups');
  const group = (e: XmlElement): VariableGroup => ({
    kind: localName(e),
    name: attribute(e, 'name') ?? '',
    variables: e.children
      .filter((child) => localName(child) === 'Variable')
      .map((child) => attribute(child, 'ref') ?? ''),
    groups: e.children.filter((child) => localName(child) !== 'Variable').map(group),
  });
  return (list?.children ?? []).map(group);
}

/** Finds a group by name, also inside other groups. */
export function groupNamed(groups: readonly VariableGroup[], name: string): VariableGroup | undefined {
  return (
    groups.find((group) => group.name === name) ??
    groups.map((group) => groupNamed(group.groups, name)).find(Boolean)
  );
}

/**
 * Returns the names of a power port's efforts and flows. Undefined if the group is not a power
 * port.
 */
export function powerPort({ groups }: VariableGroup): { efforts: string[]; flows: string[] } | undefined {
  const effort = groups.find(({ kind }) => Object.hasOwn(flows, kind));
  const flow = groups.find(({ kind }) => effort !== undefined && kind === flows[effort.kind]);
  if (effort === undefined || flow === undefined || effort.variables.length !== flow.variables.length)
    return undefined;
  return { efforts: effort.variables, flows: flow.variables };
}
