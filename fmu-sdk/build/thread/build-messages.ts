import type { BuildOptions } from '../build-options.ts';
import type { BuildArtifacts } from '../make-unit.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { DifferentialResult } from '../reference-run/differential-test.ts';
import type { TestOptions } from '../test-unit.ts';

/** Data of the build thread. */
export interface BuildThreadData {
  /** Folder for the temporary folders of the thread, which outlives it. */
  readonly folder: string;
}

/** Artifacts of a unit, and the sources that they are made of. */
export interface MadeUnit {
  readonly artifacts: BuildArtifacts;
  /** Texts by name, or null for a source that was looked for and is missing. */
  readonly sources: readonly (readonly [name: string, text: string | null])[];
}

/** Tasks of the build thread, with their results. */
export interface BuildTasks {
  readonly make: {
    readonly task: {
      readonly folder: string;
      readonly manifest: Manifest;
      readonly options: Required<BuildOptions>;
    };
    readonly result: MadeUnit;
  };
  readonly test: {
    readonly task: { readonly folder: string; readonly options: TestOptions };
    readonly result: DifferentialResult;
  };
}

export type BuildKind = keyof BuildTasks;

export interface BuildQuestion<Kind extends BuildKind = BuildKind> {
  readonly number: number;
  readonly kind: Kind;
  readonly task: BuildTasks[Kind]['task'];
}

/** Result of a task, the message of a UserError, or another error with its fields. */
export type BuildAnswer = { readonly number: number } & (
  | { readonly result: unknown }
  | { readonly user: string }
  | { readonly error: unknown; readonly fields: Readonly<Record<string, unknown>> }
);
