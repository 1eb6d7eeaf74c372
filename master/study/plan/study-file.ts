import type { JsonFile, Schema } from '../../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { readJsonFile } from '../../../fmu-sdk/util/json/read-json.ts';
import studySchema from '../../../schemas/study.schema.json' with { type: 'json' };
import { explainDocument } from '../../system/checks/wrong-document.ts';
import type { ParameterValue } from '../../system/system.ts';
import { holdsValue as holdsValueOfSystem } from '../../system/system-file.ts';

/** Values by their paths in a system (`study-path.ts`). */
export type Settings = Record<string, ParameterValue>;

/** Contents of `study.json` (schemas/study.schema.json). */
export interface StudyFile {
  name: string;
  description?: string;
  /** Path of a system.json or an .fmu. */
  system: string;
  set?: Settings;
  vary: FactorFile[];
  sample?: { method?: string; count?: number; seed?: number };
  metrics?: Record<string, MetricFile>;
  /** Error bands of the metrics, as `RunSettings.error`. */
  error?: boolean | 'sharp';
  reference?: { system?: string; set?: Settings; variables?: Record<string, string> };
  largestStep?: LargestStepFile;
}

/** Factor: values or a range for parameters, or variants. */
export interface FactorFile {
  name?: string;
  set?: string | string[];
  values?: ParameterValue[];
  from?: number;
  to?: number;
  count?: number;
  scale?: 'linear' | 'log';
  variants?: Record<string, VariantFile>;
}

/** Variant: another system, a JSON merge patch, and values, applied in this order. */
export interface VariantFile {
  system?: string;
  merge?: object;
  set?: Settings;
}

/** Metric: a measure and its quantity. */
export interface MetricFile {
  final?: string;
  max?: string;
  min?: string;
  largest?: string;
  mean?: string;
  rms?: string;
  error?: string;
  norm?: 'max' | 'rms' | 'final';
  relative?: boolean;
}

/** Search for the largest communication step. */
export interface LargestStepFile {
  /** Bounds of H [s]. */
  from: number;
  to: number;
  within?: number;
  multipleOf?: number;
  /** Largest magnitudes of metrics, by their names. */
  while: Record<string, number>;
}

export const schema: Schema = { schema: studySchema };

/** Reads `study.json`. Its values keep all their digits. */
export function readStudyFile(file: string): JsonFile<StudyFile> {
  try {
    return readJsonFile<StudyFile>(file, schema, holdsValue);
  } catch (error) {
    throw explainDocument(file, 'study', error);
  }
}

/**
 * Returns true for values of parameters, which keep all digits. Ranges, metrics and samples are
 * numbers.
 */
function holdsValue(path: JsonPath): boolean {
  const [first, , third, , fifth] = path;
  if (first === 'set') return true;
  if (third === 'variants' && fifth === 'merge') return holdsValueOfSystem(path.slice(5));
  return first === 'vary' && (third === 'values' || (third === 'variants' && fifth === 'set'));
}
