import { childNamed, childrenNamed } from '../util/xml/parse-xml.ts';
import { Document } from './tables/document-lists.ts';
import * as tables from './tables/element-tables.ts';

/** Place of the manifest of FMI-LS-DAE in an FMU (draft of 2026, 4). */
export const daeManifestPath = 'extra/org.fmi-standard.fmi-ls-dae/fmi-ls-manifest.xml';

/** Differential-algebraic equations that an FMU offers beside its ordinary differential equations. */
export interface DaeStructure {
  /** Value references of the variables that a solver finds. */
  algebraicVariables: number[];
  /** Formulations of each residual: value references, and the index of the equation. */
  residuals: { valueReference: number; index?: number }[][];
}

/** Reads the manifest of FMI-LS-DAE. Throws a UserError with file and line for a defect. */
export function readDaeManifest(xml: string | Uint8Array, file: string): DaeStructure {
  const document = new Document(xml, file, 'fmiLayeredStandardManifest');
  const list = childrenNamed(childNamed(document.root, 'AlgebraicVariables'), 'AlgebraicVariable');
  const structure = childNamed(document.root, 'ModelStructure');
  return {
    algebraicVariables: list.map(
      (e) => document.fill({ valueReference: 0 }, e, tables.formulation, ['valueReference']).valueReference,
    ),
    residuals: childrenNamed(structure, 'Residual').map((residual) =>
      childrenNamed(residual, 'Formulation').map((e) =>
        document.fill({ valueReference: 0 }, e, tables.formulation, ['valueReference']),
      ),
    ),
  };
}
