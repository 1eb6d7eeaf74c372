import { openArchive } from '../archive/open-archive.ts';
import { type Permission, requirePermissions } from '../host/choice/sandbox-permissions.ts';
import type { SignaturePolicy } from '../sign/signature-policy.ts';
import { requireSignature } from '../sign/verify-fmu.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import type { Target } from './behaviour/check-target.ts';
import { TimeBudget } from './behaviour/extra-rounds.ts';
import { type Admit, type TargetOptions, targetsOf } from './behaviour/fmu-under-test.ts';
import { CpuBudget } from './behaviour/process/time-budget.ts';
import { type RunOptions, runOnTargets, unrunVerdicts } from './behaviour/run-behaviour.ts';
import { type Recording, recordRun } from './behaviour/trajectory/record-run.ts';
import { requireRules } from './custom-rule.ts';
import type { FmuContent } from './fmu/fmu-content.ts';
import { readFmuContent } from './fmu/read-fmu-content.ts';
import type { WantedResults } from './oracle/reference-results.ts';
import { type CheckAnswers, type CheckResult, type RuleResult, withAnswers } from './result/check-result.ts';
import { type BehaviourRule, isOnBehaviour, outsideVersion, type Rule } from './rule.ts';
import { ofLegacy, runOnFiles } from './run-file-rules.ts';
import { notSelected, type RuleSelection, selected } from './selection/rule-selection.ts';
import { type Edition, editions, versionOfEdition } from './standard/editions.ts';

/** Options for the check of an FMU. */
export interface CheckOptions extends RuleSelection {
  /** Rules in place of the standard ones: `[...standardRules, mine]`. Each has an id of its own. */
  readonly rules?: readonly Rule[] | undefined;
  /** Leaves out the rules on behaviour, so that nothing of the FMU runs. */
  readonly filesOnly?: boolean | undefined;
  /** Edition of FMI to judge by, for FMUs of its version. Default: the edition of the FMU. */
  readonly edition?: Edition | undefined;
  /** CPU time limit of the check [s]. Rules that remain then are skipped. Default: unlimited. */
  readonly seconds?: number | undefined;
  /**
   * Time of the check [s]. After all rules, those that sample randomly run again with other seeds until
   * this time has passed. Default: each rule runs once.
   */
  readonly time?: number | undefined;
  /** Another FMU of the same model, whose results this one's are compared with. */
  readonly sameAs?: string | undefined;
  /** Returns the expected results for an FMU file. The command line passes those inside the FMU. */
  readonly results?: ((file: string) => Promise<WantedResults | undefined>) | undefined;
  /** Receives the completed share of the rules on behaviour (0 … 1). */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Required signers of the FMU. Default: a signature is not required. */
  readonly requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring. Default: the key ring of the user. */
  readonly keyRing?: string | undefined;
  /** Permissions of native code beyond the standard sandbox. Default: no permissions. */
  readonly allow?: readonly Permission[] | undefined;
}

const checkKinds: OptionTable<CheckOptions> = {
  only: 'texts',
  skip: 'texts',
  rules: 'list',
  filesOnly: 'boolean',
  edition: 'text',
  seconds: 'number',
  time: 'number',
  sameAs: 'path',
  results: 'function',
  onProgress: 'function',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  allow: requirePermissions,
};

/**
 * Checks an FMU: an archive, a folder with its files, or a bare XML file. Reads its files without
 * trusting them. For rules on behaviour runs the archive: native code in separate processes,
 * components in a sandbox.
 *
 * Without `rules` loads all rules of fmukit. Throws a UserError if the file cannot be read, if two
 * rules have one id, or if a rule is invalid or fails.
 *
 * @public
 * @example
 * const result = await checkFmu('crane.fmu', { rules: [...standardRules, mine] });
 * console.log(result.conclusion);
 * for (const { rule, message } of result.findings) console.log(rule, message);
 */
export async function checkFmu(
  file: string,
  options: CheckOptions = {},
): Promise<CheckResult & CheckAnswers> {
  return withAnswers(await verdictsOf(file, options));
}

/** Returns the verdicts of the rules. */
async function verdictsOf(file: string, options: CheckOptions): Promise<CheckResult> {
  requirePath('check', file);
  requireOptions(`check ${file}`, options, checkKinds);
  const { rules } = options;
  refuseOptions(file, options);
  const admit = admissionBy(options);
  // Checks the signature even if nothing runs. It is checked again on the exact bytes that run.
  if (admit !== undefined) await admit(await openArchive(file));
  const known = rules ?? (await import('./rule-catalogue.ts')).standardRules;
  requireRules(known);
  const all = selected(known, options).filter((rule) => options.filesOnly !== true || !isOnBehaviour(rule));
  const time = options.time === undefined ? undefined : new TimeBudget(options.time);
  const budget = options.seconds === undefined ? undefined : new CpuBudget(options.seconds);
  const unit = await readFmuContent(file, options.edition);
  refuseEdition(unit, options.edition);
  const files = addUnselected(
    runOnFiles(
      unit,
      all.filter((rule) => !isOnBehaviour(rule)),
    ),
    unit,
    known.filter((rule) => !all.includes(rule)),
  );
  const onBehaviour = all.filter(isOnBehaviour);
  if (onBehaviour.length === 0) return files;
  if (unit.isLegacy) {
    const unrun = unrunVerdicts(file, onBehaviour, ofLegacy, 'inapplicable');
    return mergeResults(files, { ...unrun, coverage: { targets: [], gaps: [legacyGap] } });
  }
  const { onProgress } = options;
  const run = { budget, time, judging: unit.judging, ...(onProgress && { onProgress }) };
  return mergeResults(
    files,
    await behaviourOf(file, onBehaviour, run, { admit, allow: options.allow }, options),
  );
}

/** FMUs of FMI 1.0 are not run. */
const legacyGap = 'the FMU was not run: the rules on behaviour are those of FMI 2.0 and 3.0';

/** Adds rules that were left out as unchecked, if they apply to the FMU's version. */
function addUnselected(
  result: CheckResult,
  { version, judging, isLegacy }: FmuContent,
  others: readonly Rule[],
): CheckResult {
  const verdicts = others.map((rule): RuleResult => {
    const isOutside = isLegacy && (isOnBehaviour(rule) || rule.ofAnyVersion !== true);
    const outside = isOutside ? ofLegacy : outsideVersion(rule, version, judging);
    const status = outside === undefined ? 'skipped' : 'inapplicable';
    return { rule, status, why: outside ?? notSelected, findings: [] };
  });
  return { ...result, verdicts: [...result.verdicts, ...verdicts] };
}

/** Rejects invalid options of untyped callers. */
function refuseOptions(file: string, { seconds, time, edition }: CheckOptions): void {
  if (seconds !== undefined && !(seconds > 0))
    throw new UserError(
      `check ${file}: expected seconds above 0 s, got ${seconds} s. Give a number of seconds above 0, or leave it out.`,
    );
  if (time !== undefined && !(time > 0 && time < Number.POSITIVE_INFINITY))
    throw new UserError(
      `check ${file}: expected time above 0 s, got ${time} s. Give a finite number of seconds above 0, or leave it out.`,
    );
  if (edition !== undefined && !editions.includes(edition))
    throw new UserError(
      `check ${file}: expected an edition of FMI, got ${edition}. Choose among ${editions.join(', ')}, or leave it out.`,
    );
}

/** Rejects an edition of the other FMI version. */
function refuseEdition({ file, version }: FmuContent, edition: Edition | undefined): void {
  if (edition === undefined || version === undefined || versionOfEdition(edition) === version) return;
  const others = editions.filter((candidate) => versionOfEdition(candidate) === version);
  throw new UserError(
    `check ${file}: expected an edition of FMI ${version}, the version of the FMU, got ${edition}, an edition of FMI ${versionOfEdition(edition)}. Choose among ${others.join(', ')}, or leave it out.`,
  );
}

/**
 * Returns a function that rejects FMUs without the required signature. Returns undefined if a
 * signature is not required.
 */
function admissionBy({ requireSignature: policy = false, keyRing }: CheckOptions): Admit | undefined {
  return policy === false ? undefined : (archive) => requireSignature(archive, [policy], keyRing);
}

/** Runs the rules on behaviour. */
async function behaviourOf(
  file: string,
  rules: readonly BehaviourRule[],
  run: RunOptions,
  admitted: TargetOptions,
  { sameAs, results: resultsOf }: Pick<CheckOptions, 'sameAs' | 'results'>,
): Promise<CheckResult> {
  const same =
    sameAs === undefined ? undefined : { file: sameAs, targets: await otherTargets(sameAs, admitted) };
  const { targets: runnableTargets, why } = await targetsIn(file, admitted);
  const results = why === undefined ? await resultsOf?.(file) : undefined;
  const targets = runnableTargets.map((target) => ({
    ...target,
    ...(same !== undefined && { comparedFmu: same }),
    ...(results !== undefined && { results }),
  }));
  return why === undefined ? runOnTargets(file, rules, targets, run) : unrunVerdicts(file, rules, why);
}

/**
 * Returns the targets of the FMU to compare with. Throws if it cannot run, because the user named
 * it.
 */
async function otherTargets(file: string, options: TargetOptions): Promise<Target[]> {
  const { targets, why } = await targetsIn(file, options);
  if (why === undefined) return targets;
  throw new UserError(
    `check: same as ${file}: ${why.replace(/\.$/, '')}. Name an FMU (.fmu) that runs here.`,
  );
}

/** Returns the targets of an FMU that can run here, or the reason why it cannot run. */
async function targetsIn(file: string, options: TargetOptions): Promise<{ targets: Target[]; why?: string }> {
  if (!/\.fmu$/i.test(file)) return { targets: [], why: 'only files were given, not the FMU' };
  try {
    const targets = await targetsOf(file, options);
    return targets.length > 0
      ? { targets }
      : { targets, why: 'the FMU does not contain a binary for this machine' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { targets: [], why: messageOf(error) };
  }
}

/**
 * Runs the default experiment of an FMU on all targets that can run here. `why` holds the reason if
 * it cannot run.
 */
export async function recordBehaviour(
  file: string,
  options: CheckOptions = {},
): Promise<{ recordings: Recording[]; why?: string }> {
  const { targets, why } = await targetsIn(file, { admit: admissionBy(options), allow: options.allow });
  const recordings: Recording[] = [];
  for (const target of targets) recordings.push(await recordRun(target));
  return { recordings, why };
}

/** Both parts of a check as one. */
export function mergeResults(files: CheckResult, behaviour: CheckResult): CheckResult {
  return {
    ...files,
    verdicts: [...files.verdicts, ...behaviour.verdicts],
    ...(behaviour.coverage && { coverage: behaviour.coverage }),
  };
}
