import { annotationRows } from './fmi3-grammar.ts';
import { type Grammar, grammar } from './grammar.ts';

const corners = 'x1:double! y1:double! x2:double! y2:double!';

/** The grammar of terminalsAndIcons.xml (FMI 3.0.2, 2.4.9), which FMI 2.0.4 adopted. */
export const terminalsAndIcons: Grammar = grammar('fmiTerminalsAndIcons', {
  ...annotationRows,
  fmiTerminalsAndIcons: {
    attributes: 'fmiVersion:fmiVersion3!',
    content: 'GraphicalRepresentation? Terminals? Annotations?',
  },
  GraphicalRepresentation: { content: 'CoordinateSystem? Icon? Annotations?' },
  CoordinateSystem: { attributes: `${corners} suggestedScalingFactorTo_mm:double!` },
  Icon: { attributes: corners },
  Terminals: { content: 'Terminal+' },
  Terminal: {
    attributes:
      'name:normalizedString! matchingRule:normalizedString! terminalKind:normalizedString description:string',
    content:
      'TerminalMemberVariable* TerminalStreamMemberVariable* Terminal* TerminalGraphicalRepresentation? Annotations?',
  },
  TerminalMemberVariable: {
    attributes: 'variableName:normalizedString! memberName:normalizedString variableKind:normalizedString!',
    content: 'Annotations?',
  },
  TerminalStreamMemberVariable: {
    attributes:
      'inStreamMemberName:normalizedString! outStreamMemberName:normalizedString!' +
      ' inStreamVariableName:normalizedString! outStreamVariableName:normalizedString!',
    content: 'Annotations?',
  },
  TerminalGraphicalRepresentation: {
    attributes: `defaultConnectionColor:unsignedBytes defaultConnectionStrokeSize:double ${corners} iconBaseName:string!`,
    content: 'Annotations?',
  },
});
