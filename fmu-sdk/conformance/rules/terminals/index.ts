import type { StaticRule } from '../../rule.ts';
import { terminalsAnnotationType } from './annotation-type.ts';
import { terminalsConnectionColor } from './connection-color.ts';
import { terminalsCoordinateOrder } from './coordinate-order.ts';
import { terminalsIconExists } from './icon-exists.ts';
import { terminalsIconRelative } from './icon-relative.ts';
import { terminalsKindForm } from './kind-form.ts';
import { terminalsMatchingRule } from './matching-rule.ts';
import { terminalsMemberCausality } from './member-causality.ts';
import { terminalsMemberNameRequired } from './member-name-required.ts';
import { terminalsMemberNameUnique } from './member-name-unique.ts';
import { terminalsNameNonempty } from './name-nonempty.ts';
import { terminalsNameUnique } from './name-unique.ts';
import { terminalsScaling } from './scaling.ts';
import { terminalsSchemaAttributes } from './schema-attributes.ts';
import { terminalsSchemaElements } from './schema-elements.ts';
import { terminalsSchemaRequired } from './schema-required.ts';
import { terminalsSchemaValues } from './schema-values.ts';
import { terminalsStreamCausality } from './stream-causality.ts';
import { terminalsStreamOneFlow } from './stream-one-flow.ts';
import { terminalsStreamSize } from './stream-size.ts';
import { terminalsStreamVariableExists } from './stream-variable-exists.ts';
import { terminalsUnitIcon } from './unit-icon.ts';
import { terminalsVariableExists } from './variable-exists.ts';
import { terminalsVariableKind } from './variable-kind.ts';
import { terminalsVersion } from './version.ts';

/** Rules of the area `terminals`. */
export const terminalsRules: readonly StaticRule[] = [
  terminalsAnnotationType,
  terminalsConnectionColor,
  terminalsCoordinateOrder,
  terminalsIconExists,
  terminalsIconRelative,
  terminalsKindForm,
  terminalsMatchingRule,
  terminalsMemberCausality,
  terminalsMemberNameRequired,
  terminalsMemberNameUnique,
  terminalsNameNonempty,
  terminalsNameUnique,
  terminalsScaling,
  terminalsSchemaAttributes,
  terminalsSchemaElements,
  terminalsSchemaRequired,
  terminalsSchemaValues,
  terminalsStreamCausality,
  terminalsStreamOneFlow,
  terminalsStreamSize,
  terminalsStreamVariableExists,
  terminalsUnitIcon,
  terminalsVariableExists,
  terminalsVariableKind,
  terminalsVersion,
];
