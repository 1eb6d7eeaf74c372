import type { StaticRule } from '../../rule.ts';
import { buildDefaultConfiguration } from './default-configuration.ts';
import { buildDefinitionName } from './definition-name.ts';
import { buildIdentifierBuilt } from './identifier-built.ts';
import { buildIncludeExists } from './include-exists.ts';
import { buildLibraryExists } from './library-exists.ts';
import { buildLibraryVersion } from './library-version.ts';
import { buildModelIdentifier } from './model-identifier.ts';
import { buildOptionDefault } from './option-default.ts';
import { buildPlatform } from './platform.ts';
import { buildSchemaAttributes } from './schema-attributes.ts';
import { buildSchemaElements } from './schema-elements.ts';
import { buildSchemaRequired } from './schema-required.ts';
import { buildSchemaValues } from './schema-values.ts';
import { buildSourceExists } from './source-exists.ts';
import { buildSourcePath } from './source-path.ts';
import { buildSourceSet } from './source-set.ts';
import { buildSourceSetName } from './source-set-name.ts';
import { buildSourceUnique } from './source-unique.ts';
import { buildVersion } from './version.ts';

/** Rules of the area `build`. */
export const buildRules: readonly StaticRule[] = [
  buildDefaultConfiguration,
  buildDefinitionName,
  buildIdentifierBuilt,
  buildIncludeExists,
  buildLibraryExists,
  buildLibraryVersion,
  buildModelIdentifier,
  buildOptionDefault,
  buildPlatform,
  buildSchemaAttributes,
  buildSchemaElements,
  buildSchemaRequired,
  buildSchemaValues,
  buildSourceExists,
  buildSourcePath,
  buildSourceSet,
  buildSourceSetName,
  buildSourceUnique,
  buildVersion,
];
