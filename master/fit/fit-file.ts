import type { JsonFile, Schema } from '../../fmu-sdk/util/json/json-file.ts';
import { readJsonFile } from '../../fmu-sdk/util/json/read-json.ts';
import fitSchema from '../../schemas/fit.schema.json' with { type: 'json' };
import type { Settings } from '../study/plan/study-file.ts';
import { explainDocument } from '../system/checks/wrong-document.ts';

/** Contents of `fit.json` (schemas/fit.schema.json). */
export interface FitFile {
  name: string;
  description?: string;
  system: string;
  set?: Settings;
  measured: string;
  compare?: Record<string, string | { column: string; deviation?: number }>;
  fit: UnknownFile[];
  iterations?: number;
  tolerance?: number;
}

/** Parameter to fit. */
export interface UnknownFile {
  name?: string;
  set: string;
  from: number;
  to: number;
  start?: number;
  scale?: 'linear' | 'log';
}

const schema: Schema = { schema: fitSchema };

/** Reads `fit.json`. */
export function readFitFile(file: string): JsonFile<FitFile> {
  try {
    return readJsonFile<FitFile>(file, schema, ([first]) => first === 'set');
  } catch (error) {
    throw explainDocument(file, 'fit', error);
  }
}
