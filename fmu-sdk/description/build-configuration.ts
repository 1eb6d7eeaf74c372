import type { Annotation } from './description.ts';

/** `sources/buildDescription.xml` of FMI 3.0: how to compile the sources of an FMU. */
export interface BuildDescription {
  configurations: BuildConfiguration[];
  annotations?: Annotation[];
}

export interface BuildConfiguration {
  modelIdentifier: string;
  platform?: string;
  description?: string;
  sourceFileSets: SourceFileSet[];
  libraries: Library[];
  annotations?: Annotation[];
}

export interface SourceFileSet {
  name?: string;
  language?: string;
  compiler?: string;
  compilerOptions?: string;
  /** Below `sources/`. */
  files: NamedOption[];
  definitions: PreprocessorDefinition[];
  includeDirectories: NamedOption[];
  annotations?: Annotation[];
}

export interface NamedOption {
  name: string;
  annotations?: Annotation[];
}

export interface PreprocessorDefinition extends NamedOption {
  optional?: boolean;
  value?: string;
  description?: string;
  options: { value?: string; description?: string }[];
}

export interface Library extends NamedOption {
  version?: string;
  external?: boolean;
  description?: string;
}
