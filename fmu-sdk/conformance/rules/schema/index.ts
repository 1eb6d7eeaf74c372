import type { StaticRule } from '../../rule.ts';
import { schemaAnnotationTypeMissing } from './annotation-type-missing.ts';
import { schemaBlank } from './blank.ts';
import { schemaBoolean } from './boolean.ts';
import { schemaCausality } from './causality.ts';
import { schemaDateTime } from './date-time.ts';
import { schemaDependenciesKind } from './dependencies-kind.ts';
import { schemaElementOrder } from './element-order.ts';
import { schemaEnumerationTypeMissing } from './enumeration-type-missing.ts';
import { schemaFloatingPoint } from './floating-point.ts';
import { schemaFmiVersion } from './fmi-version.ts';
import { schemaFmiVersionMissing } from './fmi-version-missing.ts';
import { schemaHexadecimal } from './hexadecimal.ts';
import { schemaInitial } from './initial.ts';
import { schemaInteger } from './integer.ts';
import { schemaIntervalVariability } from './interval-variability.ts';
import { schemaIntervalVariabilityMissing } from './interval-variability-missing.ts';
import { schemaItemValueMissing } from './item-value-missing.ts';
import { schemaMissingAttribute } from './missing-attribute.ts';
import { schemaMissingElement } from './missing-element.ts';
import { schemaModelIdentifierMissing } from './model-identifier-missing.ts';
import { schemaNameMissing } from './name-missing.ts';
import { schemaNamespace } from './namespace.ts';
import { schemaNamingConvention } from './naming-convention.ts';
import { schemaRepeatedElement } from './repeated-element.ts';
import { schemaRoot } from './root.ts';
import { schemaText } from './text.ts';
import { schemaUnknownAttribute } from './unknown-attribute.ts';
import { schemaUnknownElement } from './unknown-element.ts';
import { schemaUnsignedInteger } from './unsigned-integer.ts';
import { schemaValueReferenceMissing } from './value-reference-missing.ts';
import { schemaVariability } from './variability.ts';

/** Rules of the area `schema`. */
export const schemaRules: readonly StaticRule[] = [
  schemaAnnotationTypeMissing,
  schemaBlank,
  schemaBoolean,
  schemaCausality,
  schemaDateTime,
  schemaDependenciesKind,
  schemaElementOrder,
  schemaEnumerationTypeMissing,
  schemaFloatingPoint,
  schemaFmiVersion,
  schemaFmiVersionMissing,
  schemaHexadecimal,
  schemaInitial,
  schemaInteger,
  schemaIntervalVariability,
  schemaIntervalVariabilityMissing,
  schemaItemValueMissing,
  schemaMissingAttribute,
  schemaMissingElement,
  schemaModelIdentifierMissing,
  schemaNameMissing,
  schemaNamespace,
  schemaNamingConvention,
  schemaRepeatedElement,
  schemaRoot,
  schemaText,
  schemaUnknownAttribute,
  schemaUnknownElement,
  schemaUnsignedInteger,
  schemaValueReferenceMissing,
  schemaVariability,
];
