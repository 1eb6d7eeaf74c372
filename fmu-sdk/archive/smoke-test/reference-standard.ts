/** The layered standard by which a unit carries files about it, experiments among them (FMI-LS-REF, draft of 2026). */
export const references: { readonly name: string; readonly version: string; readonly description: string } = {
  name: 'org.fmi-standard.fmi-ls-ref',
  version: '1.0.0-alpha.1',
  description: 'Layered Standard providing information on related files included in an FMU.',
};

/** Where its files stand. */
export const referencesFolder: string = `extra/${references.name}/`;

/** Type of a file of experiments: of the harmonized specification MA-HS-Experiments, and of the draft before. */
export const experimentTypes: readonly string[] = [
  'application/x-ma-hs-experiments',
  'application/x-ma-ls-experiments',
];

/** Roles of experiments by which a unit is tried in a new environment. */
export const smokeTestRoles: readonly string[] = ['experiment', 'experiment/smoke-test'];
