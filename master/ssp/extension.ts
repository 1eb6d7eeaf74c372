import { messageOf, UserError } from '../../fmu-sdk/error.ts';
import type { Order, SystemFile } from '../system/system.ts';

/** Annotation that carries what a system file says and SSP has no place for. */
export const extensionType = 'org.fmukit.system';

export interface Extension
  extends Partial<
    Pick<
      SystemFile,
      'algorithm' | 'bonds' | 'interfaceModels' | 'record' | 'limits' | 'inputs' | 'requireSignature'
    >
  > {
  units?: Record<string, Pick<SystemFile['units'][string], 'solver' | 'tolerance' | 'requireSignature'>>;
  /** Order of extrapolation by the input that a connection feeds. */
  orders?: Record<string, Order | undefined>;
}

/** The extension from its text; an empty one when there is none. */
export function readExtension(text: string | undefined, file: string): Extension {
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as Extension;
  } catch (error) {
    throw new UserError(`read ${file}: the annotation ${extensionType} is no JSON: ${messageOf(error)}.`);
  }
}
