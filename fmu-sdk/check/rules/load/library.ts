import { FmuGoneError } from '../../../host/instance/fmi-api.ts';
import { advanceOnce } from '../../behaviour/calls/exercise-fmu.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { hasPhase, phases } from '../../behaviour/calls/fmi-phases.ts';
import { RuleSkipped } from '../../behaviour/fmu-probe.ts';
import { running } from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const loadLibrary: readonly Rule[] = ruleFamily({ needs: 'behaviour', severity: 'violation' }, [
  {
    id: 'load/files',
    title: 'The FMU writes no files into the working directory',
    severity: 'advice',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'The working directory belongs to the importer. Log files, dumps and settings in it mix with those of other FMUs and remain there.',
    faults: injectFault('a log file is written', () => ({}), { writes: ['model.log'] }),
    inapplicableReason: ({ sandboxed }) => (sandboxed ? 'a component cannot write files' : undefined),
    async check({ target, open, report, skip }) {
      const probe = await open();
      if (probe.footprint === undefined) return skip('the FMU does not run in its own process');
      probe.reach(running(target));
      for (let n = 0; n < 3; n++) advanceOnce(probe);
      probe.free();
      for (const file of probe.footprint.written())
        report(probe, {
          message: 'The FMU has written a file into the working directory.',
          value: file,
          expected: 'no file',
        });
    },
  },
  {
    id: 'load/free-anywhere',
    title: 'An instance can be freed in every state',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'freeInstance ends an instance in any state. An importer that gives up must be able to clean up, and the process continues afterwards.',
    faults: injectFault('the process ends', () => ({
      freeInstance: () => {
        throw new FmuGoneError('the FMU crashed in freeInstance', []);
      },
    })),
    async check({ target, open }) {
      for (const phase of phases) {
        if (!hasPhase(target.fmi, target.kind, phase) || phase === 'configuration') continue;
        const probe = await open();
        try {
          probe.reach(phase);
        } catch (error) {
          if (!(error instanceof RuleSkipped)) throw error;
        }
        probe.free();
        // Something that needs the library, so that a process that is gone is noticed.
        probe.record(`fmi${target.fmi}GetVersion`, '', () => probe.calls.getVersion(), JSON.stringify);
        probe.close();
      }
    },
  },
  {
    id: 'load/threads',
    title: 'All threads end with freeInstance',
    severity: 'advice',
    fmi2: '2.1.5',
    fmi3: '2.3.1',
    explanation:
      'freeInstance must release all resources. The importer unloads the library next, in which a remaining thread still runs.',
    faults: injectFault('a thread continues', () => ({}), { threads: 1 }),
    inapplicableReason: ({ sandboxed }) => (sandboxed ? 'a component does not have threads' : undefined),
    async check({ open, report, skip }) {
      const probe = await open();
      const { footprint } = probe;
      if (footprint === undefined) return skip('the FMU does not run in its own process');
      const before = footprint.threads();
      probe.reach('initialization');
      probe.free();
      const remaining = footprint.threads() - before;
      if (remaining > 0)
        report(probe, {
          message: 'Threads continue after freeInstance.',
          value: String(remaining),
          expected: 'none',
        });
    },
  },
  {
    id: 'load/types-platform',
    title: 'fmi2GetTypesPlatform answers "default"',
    fmi2: '2.1.4',
    explanation:
      'The types of FMI 2.0 are those of the platform "default". An importer compiled for them cannot use a library compiled for others.',
    stage: 'load',
    faults: injectFault(
      'the library declares another platform',
      () => ({ getTypesPlatform: () => 'standard32' }),
      { fmi: 2 },
    ),
    async check({ open, report }) {
      const probe = await open();
      const platform = probe.record(
        'fmi2GetTypesPlatform',
        '',
        () => probe.calls.getTypesPlatform(),
        JSON.stringify,
      );
      if (platform !== 'default')
        report(probe, {
          message: 'The library declares another types platform.',
          value: platform,
          expected: 'default',
        });
    },
  },
  {
    id: 'load/version',
    title: 'getVersion returns the version of the standard in the description',
    fmi2: '2.1.4',
    fmi3: '2.2.5',
    explanation:
      'An importer gets the interface version from the library. FMUs of FMI 2.0 return "2.0". FMUs of FMI 3.0 return "3.0" or, for a later patch, "3.0.1" and so on.',
    stage: 'load',
    faults: injectFault('the library declares FMI 2.0', () => ({ getVersion: () => '2.0' })),
    async check({ target, open, report }) {
      const probe = await open();
      const version = probe.record(
        `fmi${target.fmi}GetVersion`,
        '',
        () => probe.calls.getVersion(),
        JSON.stringify,
      );
      const right = target.fmi === 2 ? version === '2.0' : /^3\.0(\.\d+)?$/.test(version);
      if (!right)
        report(probe, {
          message: 'The library and the description have different versions.',
          value: version,
          expected: target.fmi === 2 ? '2.0' : '3.0',
        });
    },
  },
]);
