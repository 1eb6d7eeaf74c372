import { openArchive } from '../archive/open-archive.ts';
import { type Permission, requirePermissions } from '../host/sandbox-permissions.ts';
import type { SignaturePolicy } from '../sign/signature-policy.ts';
import { requireSignature } from '../sign/verify-fmu.ts';
import { requirePath } from '../util/files/require-path.ts';
import { type OptionTable, requireOptions } from '../util/require-options.ts';
import { messageOf, UserError } from '../util/user-error.ts';
import type { Target } from './behaviour/check-target.ts';
import { type Admit, type TargetOptions, targetsOf } from './behaviour/fmu-under-test.ts';
import { type Recording, recordRun } from './behaviour/record-run.ts';
import { notRun, type RunOptions, runOnTargets } from './behaviour/run-behaviour.ts';
import { Budget } from './behaviour/time-budget.ts';
import type { CheckResult, Verdict } from './check-result.ts';
import { requireRules } from './custom-rule.ts';
import type { Fmu } from './fmu/fmu-files.ts';
import { openFmu } from './fmu/open-checked.ts';
import type { WantedResults } from './oracle/reference-results.ts';
import { type BehaviourRule, isOnBehaviour, outsideVersion, type Rule } from './rule.ts';
import { leftOut, type RuleSelection, selected } from './rule-selection.ts';
import { runOnFiles } from './run-file-rules.ts';
import { type Edition, editions, versionOfEdition } from './standard/editions.ts';

/** How a unit is checked. */
export interface CheckOptions extends RuleSelection {
  /** Rules in place of the standard ones: `[...standardRules, mine]`. Each has an id of its own. */
  readonly rules?: readonly Rule[] | undefined;
  /** Nothing of the unit is run: rules on behaviour are left out. */
  readonly filesOnly?: boolean | undefined;
  /** The edition of FMI to judge by, for units of its version; their own when left out. */
  readonly edition?: Edition | undefined;
  /** CPU time that the check may take [s]; rules that are left then are skipped. As much as it takes when left out. */
  readonly seconds?: number | undefined;
  /** Another unit of the same model, whose results this one's are compared with. */
  readonly sameAs?: string | undefined;
  /** Results that a unit has to meet, by its file; none where it carries none. The command line gives those that it carries. */
  readonly results?: ((file: string) => Promise<WantedResults | undefined>) | undefined;
  /** Told the share of the rules on behaviour that is done (0 … 1). */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Who has to have signed the unit; nobody when left out. */
  readonly requireSignature?: SignaturePolicy | undefined;
  /** Folder of the key ring; the user's own when left out. */
  readonly keyRing?: string | undefined;
  /** What native code may do beyond its own; nothing when left out. */
  readonly allow?: readonly Permission[] | undefined;
}

const checkKinds: OptionTable<CheckOptions> = {
  only: 'texts',
  skip: 'texts',
  rules: 'list',
  filesOnly: 'boolean',
  edition: 'text',
  seconds: 'number',
  sameAs: 'path',
  results: 'function',
  onProgress: 'function',
  requireSignature: ['boolean', 'texts'],
  keyRing: 'path',
  allow: requirePermissions,
};

/**
 * Checks a unit: an archive, a folder with its files, or a bare XML file. Its files are read and nothing in them is
 * trusted; for rules on behaviour an archive is run, native code in processes of its own, components in a sandbox.
 * Without `rules` these are all of the toolkit, which are loaded then. Throws a UserError when the file cannot be read
 * at all, when two rules have one id, when a rule is none, and when it itself fails.
 *
 * @public
 * @example
 * const result = await checkFmu('crane.fmu', { rules: [...standardRules, mine] });
 * for (const finding of findingsOf(result)) console.log(finding.rule, finding.message);
 */
export async function checkFmu(file: string, options: CheckOptions = {}): Promise<CheckResult> {
  requirePath('check', file);
  requireOptions(`check ${file}`, options, checkKinds);
  const { rules } = options;
  refuseOptions(file, options);
  const admit = admissionBy(options);
  // Also where nothing of it is run; and again on the very bytes that are.
  if (admit !== undefined) await admit(await openArchive(file));
  const known = rules ?? (await import('./rule-catalogue.ts')).standardRules;
  requireRules(known);
  const all = selected(known, options).filter((rule) => options.filesOnly !== true || !isOnBehaviour(rule));
  const budget = options.seconds === undefined ? undefined : new Budget(options.seconds);
  const unit = await openFmu(file, options.edition);
  refuseEdition(unit, options.edition);
  const files = leaving(
    runOnFiles(
      unit,
      all.filter((rule) => !isOnBehaviour(rule)),
    ),
    unit,
    known.filter((rule) => !all.includes(rule)),
  );
  const onBehaviour = all.filter(isOnBehaviour);
  if (onBehaviour.length === 0) return files;
  const { onProgress } = options;
  const run = { budget, judging: unit.judging, ...(onProgress && { onProgress }) };
  return joined(files, await behaviourOf(file, onBehaviour, run, { admit, allow: options.allow }, options));
}

/** Rules that were left out are not checked, which is said of each that speaks of the unit's version. */
function leaving(result: CheckResult, { version, judging }: Fmu, others: readonly Rule[]): CheckResult {
  const verdicts = others.map((rule): Verdict => {
    const outside = outsideVersion(rule, version, judging);
    const status = outside === undefined ? 'skipped' : 'inapplicable';
    return { rule, status, why: outside ?? leftOut, findings: [] };
  });
  return { ...result, verdicts: [...result.verdicts, ...verdicts] };
}

/** What a caller without types may give. */
function refuseOptions(file: string, { seconds, edition }: CheckOptions): void {
  if (seconds !== undefined && !(seconds > 0))
    throw new UserError(
      `check ${file}: seconds = ${seconds} s is no time. Give a number of seconds above 0, or leave it out.`,
    );
  if (edition !== undefined && !editions.includes(edition))
    throw new UserError(
      `check ${file}: there is no edition ${edition}. Choose among ${editions.join(', ')}, or leave it out.`,
    );
}

/** An edition of one version says nothing of units of the other. */
function refuseEdition({ file, version }: Fmu, edition: Edition | undefined): void {
  if (edition === undefined || version === undefined || versionOfEdition(edition) === version) return;
  const others = editions.filter((each) => versionOfEdition(each) === version);
  throw new UserError(
    `check ${file}: it is a unit of FMI ${version}, and edition ${edition} is one of FMI ${versionOfEdition(edition)}. Choose among ${others.join(', ')}, or leave it out.`,
  );
}

/** Refuses what is not signed as it has to be; undefined where nothing has to be. */
function admissionBy({ requireSignature: policy = false, keyRing }: CheckOptions): Admit | undefined {
  return policy === false ? undefined : (archive) => requireSignature(archive, [policy], keyRing);
}

/** What a unit does, by rules on behaviour. */
async function behaviourOf(
  file: string,
  rules: readonly BehaviourRule[],
  run: RunOptions,
  admitted: TargetOptions,
  { sameAs, results: resultsOf }: Pick<CheckOptions, 'sameAs' | 'results'>,
): Promise<CheckResult> {
  const same =
    sameAs === undefined ? undefined : { file: sameAs, targets: await otherTargets(sameAs, admitted) };
  const { targets: own, why } = await targetsIn(file, admitted);
  const results = why === undefined ? await resultsOf?.(file) : undefined;
  const targets = own.map((target) => ({
    ...target,
    ...(same !== undefined && { sameAs: same }),
    ...(results !== undefined && { results }),
  }));
  return why === undefined ? runOnTargets(file, rules, targets, run) : notRun(file, rules, why);
}

/** What can be run of a unit that another is compared with. It was named, so one that cannot is a mistake. */
async function otherTargets(file: string, options: TargetOptions): Promise<Target[]> {
  const { targets, why } = await targetsIn(file, options);
  if (why === undefined) return targets;
  throw new UserError(
    `check: --same-as ${file}: ${why.replace(/\.$/, '')}. Name a unit (.fmu) that runs here.`,
  );
}

/** What of a unit can be run here, or why nothing can. */
async function targetsIn(file: string, options: TargetOptions): Promise<{ targets: Target[]; why?: string }> {
  if (!/\.fmu$/i.test(file)) return { targets: [], why: 'only files were given, and not the unit' };
  try {
    const targets = await targetsOf(file, options);
    return targets.length > 0
      ? { targets }
      : { targets, why: 'the unit has no binary that runs on this machine' };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { targets: [], why: messageOf(error) };
  }
}

/** Runs the default experiment of a unit on everything that runs here; `why` says why nothing does. */
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
export function joined(files: CheckResult, behaviour: CheckResult): CheckResult {
  return { ...files, verdicts: [...files.verdicts, ...behaviour.verdicts] };
}
