/** Layered standard for files about an FMU, such as experiments (FMI-LS-REF, draft of 2026). */
export const references: { readonly name: string; readonly version: string; readonly description: string } = {
  name: 'org.fmi-standard.fmi-ls-ref',
  version: '1.0.0-alpha.1',
  description: 'Layered Standard providing information on related files included in an FMU.',
};

/** Folder of its files. */
export const referencesFolder: string = `extra/${references.name}/`;

/**
 * Media types of a file of experiments, in the specification MA-HS-Experiments and in its draft.
 */
export const experimentTypes: readonly string[] = [
  'application/x-ma-hs-experiments',
  'application/x-ma-ls-experiments',
];

/** Roles of experiments by which an FMU is tried in a new environment. */
export const smokeTestRoles: readonly string[] = ['experiment', 'experiment/smoke-test'];
