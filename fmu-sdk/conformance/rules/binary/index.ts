import type { StaticRule } from '../../rule.ts';
import { binaryArchitecture } from './architecture.ts';
import { binaryCoSimulationFunctions } from './co-simulation-functions.ts';
import { binaryCommonFunctions } from './common-functions.ts';
import { binaryDependencies } from './dependencies.ts';
import { binaryFormat } from './format.ts';
import { binaryFunctions } from './functions.ts';
import { binaryLibraryPresent } from './library-present.ts';
import { binaryModelExchangeFunctions } from './model-exchange-functions.ts';
import { binaryPlatform } from './platform.ts';
import { binaryReadable } from './readable.ts';
import { binaryReservedSymbols } from './reserved-symbols.ts';
import { binaryRunPath } from './run-path.ts';
import { binaryShared } from './shared.ts';
import { binaryTupleOfFmi2 } from './tuple-of-fmi2.ts';

/** Rules of the area `binary`. */
export const binaryRules: readonly StaticRule[] = [
  binaryArchitecture,
  binaryCoSimulationFunctions,
  binaryCommonFunctions,
  binaryDependencies,
  binaryFormat,
  binaryFunctions,
  binaryLibraryPresent,
  binaryModelExchangeFunctions,
  binaryPlatform,
  binaryReadable,
  binaryReservedSymbols,
  binaryRunPath,
  binaryShared,
  binaryTupleOfFmi2,
];
