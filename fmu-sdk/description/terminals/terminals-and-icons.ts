import { childNamed, childrenNamed, type XmlElement } from '../../util/xml/parse-xml.ts';
import { listTag, type Tag, tag, writeXml } from '../../util/xml/write-xml.ts';
import { annotated, annotationsOf, annotationsTag } from '../annotations/annotations.ts';
import type {
  Rectangle,
  StreamMember,
  Terminal,
  TerminalGraphic,
  TerminalMember,
  TerminalsAndIcons,
} from '../description.ts';
import { attributesOf } from '../tables/attribute-fields.ts';
import { Document } from '../tables/document-lists.ts';
import * as tables from '../tables/element-tables.ts';

/** Terminals of `terminalsAndIcons.xml`. */
export function readTerminals(xml: string | Uint8Array, file: string): Terminal[] {
  return readTerminalsAndIcons(xml, file).terminals;
}

/** Reads `terminalsAndIcons.xml` of FMI 3.0. */
export function readTerminalsAndIcons(xml: string | Uint8Array, file: string): TerminalsAndIcons {
  const document = new Document(xml, file, 'fmiTerminalsAndIcons');
  const { root } = document;
  const terminalsAndIcons: TerminalsAndIcons = {
    terminals: childrenNamed(childNamed(root, 'Terminals'), 'Terminal').map((e) => readTerminal(document, e)),
  };
  const graphic = childNamed(root, 'GraphicalRepresentation');
  const system = childNamed(graphic, 'CoordinateSystem');
  const icon = childNamed(graphic, 'Icon');
  if (system !== undefined)
    terminalsAndIcons.coordinateSystem = document.fill(
      { ...nowhere, suggestedScalingFactorTo_mm: 1 },
      system,
      tables.coordinateSystem,
      Object.keys(tables.coordinateSystem),
    );
  if (icon !== undefined)
    terminalsAndIcons.icon = document.fill({ ...nowhere }, icon, tables.rectangle, Object.keys(nowhere));
  const annotations = graphic && annotationsOf(document, graphic);
  if (annotations !== undefined) terminalsAndIcons.graphicAnnotations = annotations;
  return annotated(terminalsAndIcons, document, root);
}

const nowhere: Rectangle = { x1: 0, y1: 0, x2: 0, y2: 0 };

function readTerminal(document: Document, e: XmlElement): Terminal {
  const terminal: Terminal = { name: '', matchingRule: '', members: [] };
  document.fill(terminal, e, tables.terminal, ['name', 'matchingRule']);
  terminal.members = childrenNamed(e, 'TerminalMemberVariable').map((child) => {
    const member: TerminalMember = { variableName: '', variableKind: '' };
    document.fill(member, child, tables.member, ['variableName', 'variableKind']);
    return annotated(member, document, child);
  });
  const streams = childrenNamed(e, 'TerminalStreamMemberVariable').map((child) => {
    const fields: StreamMember = {
      inStreamMemberName: '',
      outStreamMemberName: '',
      inStreamVariableName: '',
      outStreamVariableName: '',
    };
    document.fill(fields, child, tables.streamMember, Object.keys(tables.streamMember));
    return annotated(fields, document, child);
  });
  if (streams.length > 0) terminal.streamMembers = streams;
  const inside = childrenNamed(e, 'Terminal').map((child) => readTerminal(document, child));
  if (inside.length > 0) terminal.terminals = inside;
  const graphic = childNamed(e, 'TerminalGraphicalRepresentation');
  if (graphic !== undefined) {
    const fields: TerminalGraphic = { ...nowhere, iconBaseName: '' };
    document.fill(fields, graphic, tables.terminalGraphic, [...Object.keys(nowhere), 'iconBaseName']);
    terminal.graphic = annotated(fields, document, graphic);
  }
  return annotated(terminal, document, e);
}

/** `terminalsAndIcons.xml` with terminals alone. */
export function writeTerminals(terminals: Terminal[]): string {
  return writeTerminalsAndIcons({ terminals });
}

/** `terminalsAndIcons.xml` of FMI 3.0. */
export function writeTerminalsAndIcons(of: TerminalsAndIcons): string {
  const graphic = [
    of.coordinateSystem &&
      tag('CoordinateSystem', attributesOf(of.coordinateSystem, tables.coordinateSystem)),
    of.icon && tag('Icon', attributesOf(of.icon, tables.rectangle)),
    annotationsTag(of.graphicAnnotations),
  ].filter((child) => child !== undefined);
  return writeXml(
    tag('fmiTerminalsAndIcons', { fmiVersion: '3.0' }, [
      listTag('GraphicalRepresentation', graphic),
      listTag('Terminals', of.terminals.map(terminalTag)),
      annotationsTag(of.annotations),
    ]),
  );
}

function terminalTag(t: Terminal): Tag {
  return tag('Terminal', attributesOf(t, tables.terminal), [
    ...t.members.map((m) =>
      tag('TerminalMemberVariable', attributesOf(m, tables.member), [annotationsTag(m.annotations)]),
    ),
    ...(t.streamMembers ?? []).map((m) =>
      tag('TerminalStreamMemberVariable', attributesOf(m, tables.streamMember), [
        annotationsTag(m.annotations),
      ]),
    ),
    ...(t.terminals ?? []).map(terminalTag),
    t.graphic &&
      tag('TerminalGraphicalRepresentation', attributesOf(t.graphic, tables.terminalGraphic), [
        annotationsTag(t.graphic.annotations),
      ]),
    annotationsTag(t.annotations),
  ]);
}
