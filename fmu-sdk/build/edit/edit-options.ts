/** Edits of an FMU. Variables have the names that they have before the edits. */
export interface FmuEdits {
  /** New names by old names. */
  readonly rename?: ReadonlyMap<string, string>;
  /** Variables to remove from the description. */
  readonly hide?: ReadonlySet<string>;
  /** Start values: a number, a text, or a list with one value for each element. */
  readonly start?: ReadonlyMap<string, unknown>;
  /** Descriptions. An empty text removes one. */
  readonly describe?: ReadonlyMap<string, string>;
  /** Units of measure. An empty text removes one. */
  readonly units?: ReadonlyMap<string, string>;
  /** Times in seconds. */
  readonly experiment?: {
    readonly startTime?: number | undefined;
    readonly stopTime?: number | undefined;
    readonly stepSize?: number | undefined;
    readonly tolerance?: number | undefined;
  };
  /** `sources`, `documentation`, `extra`, or platforms. */
  readonly drop?: readonly string[];
  /** Files of FMUs of the same model, whose platforms are added. */
  readonly merge?: readonly string[];
}
