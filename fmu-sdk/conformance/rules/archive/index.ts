import type { StaticRule } from '../../rule.ts';
import { archiveAscii } from './ascii.ts';
import { archiveBackslash } from './backslash.ts';
import { archiveBuildDescription } from './build-description.ts';
import { archiveCase } from './case.ts';
import { archiveCompression } from './compression.ts';
import { archiveDataDescriptor } from './data-descriptor.ts';
import { archiveDescriptionPresent } from './description-present.ts';
import { archiveDiagram } from './diagram.ts';
import { archiveDocumentationIndex } from './documentation-index.ts';
import { archiveDuplicate } from './duplicate.ts';
import { archiveEncryption } from './encryption.ts';
import { archiveEscape } from './escape.ts';
import { archiveExtension } from './extension.ts';
import { archiveExternalDependencies } from './external-dependencies.ts';
import { archiveExtraName } from './extra-name.ts';
import { archiveIcon } from './icon.ts';
import { archiveImplementation } from './implementation.ts';
import { archiveLicence } from './licence.ts';
import { archiveLinks } from './links.ts';
import { archiveOnePiece } from './one-piece.ts';
import { archiveReadable } from './readable.ts';
import { archiveReservedName } from './reserved-name.ts';
import { archiveStandardHeaders } from './standard-headers.ts';
import { archiveStaticLinking } from './static-linking.ts';
import { archiveTopLevel } from './top-level.ts';
import { archiveVersionNeeded } from './version-needed.ts';

/** Rules of the area `archive`. */
export const archiveRules: readonly StaticRule[] = [
  archiveAscii,
  archiveBackslash,
  archiveBuildDescription,
  archiveCase,
  archiveCompression,
  archiveDataDescriptor,
  archiveDescriptionPresent,
  archiveDiagram,
  archiveDocumentationIndex,
  archiveDuplicate,
  archiveEncryption,
  archiveEscape,
  archiveExtension,
  archiveExternalDependencies,
  archiveExtraName,
  archiveIcon,
  archiveImplementation,
  archiveLicence,
  archiveLinks,
  archiveOnePiece,
  archiveReadable,
  archiveReservedName,
  archiveStandardHeaders,
  archiveStaticLinking,
  archiveTopLevel,
  archiveVersionNeeded,
];
