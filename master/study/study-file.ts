import type { JsonFile, Schema } from '../../fmu-sdk/util/json/json-file.ts';
import type { JsonPath } from '../../fmu-sdk/util/json/json-path.ts';
import { readJsonFile } from '../../fmu-sdk/util/json/read-json.ts';
import studySchema from '../../schemas/study.schema.json' with { type: 'json' };
import type { ParameterValue } from '../system/system.ts';
import { holdsValue as holdsValueOfSystem } from '../system/system-file.ts';

/** Values by their places in a system (`study-path.ts`). */
export type Settings = Record<string, ParameterValue>;

/** `study.json` as its author wrote it (schemas/study.schema.json). */
export interface StudyFile {
  name: string;
  description?: string;
  /** Path of a system.json or an .fmu. */
  system: string;
  set?: Settings;
  vary: FactorFile[];
  sample?: { method?: string; count?: number; seed?: number };
  metrics?: Record<string, MetricFile>;
  reference?: { system?: string; set?: Settings; variables?: Record<string, string> };
  largestStep?: LargestStepFile;
}

/** What differs from run to run: values or a range for places, or variants. */
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

/** Another system, parts of it (a JSON merge patch), values at places: in this order. */
export interface VariantFile {
  system?: string;
  merge?: object;
  set?: Settings;
}

/** A measure and what it is taken of. */
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

/** The search for the largest communication step. */
export interface LargestStepFile {
  /** Bounds of H [s]. */
  from: number;
  to: number;
  within?: number;
  multipleOf?: number;
  /** Bounds of magnitudes of metrics, by their names. */
  while: Record<string, number>;
}

const schema: Schema = { schema: studySchema };

/** Reads `study.json`; its values have all their digits. */
export function readStudyFile(file: string): JsonFile<StudyFile> {
  return readJsonFile<StudyFile>(file, schema, holdsValue);
}

/** Whole numbers of parameters keep all their digits; those of ranges, metrics and samples are numbers. */
function holdsValue(path: JsonPath): boolean {
  const [first, , third, , fifth] = path;
  if (first === 'set') return true;
  if (third === 'variants' && fifth === 'merge') return holdsValueOfSystem(path.slice(5));
  return first === 'vary' && (third === 'values' || (third === 'variants' && fifth === 'set'));
}
