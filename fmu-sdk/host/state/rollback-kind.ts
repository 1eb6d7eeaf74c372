import type { ModelDescription } from '../../description/description.ts';
import type { Binary, RunMode } from '../choice/host.ts';
import type { RollbackKind } from './snapshot.ts';

/**
 * The rollback method of an FMU, known before it runs, or the reason why it cannot be rolled back.
 * For custom hosts it is unknown before a snapshot.
 */
export type Rollback = { readonly by?: RollbackKind } | { readonly refused: string };

/** Determines the rollback method from the binary that runs. */
export function rollbackOf(description: ModelDescription, binary: Binary): Rollback {
  const { kind = 'coSimulation', trusted } = binary as Partial<RunMode>;
  if (binary.form === 'core') return { by: 'memory' };
  if (binary.form !== 'component' && binary.form !== 'native') return {};
  if (description[kind]?.canGetAndSetFMUState === true) return { by: 'state' };
  if (binary.form === 'component') return { by: 'memory' };
  if ((binary as { windows?: boolean }).windows)
    return {
      refused:
        'it does not support FMU state (canGetAndSetFMUState) and runs under Wine, whose processes cannot be copied',
    };
  if (trusted !== true) return { by: 'fork' };
  return {
    refused:
      'it does not support FMU state (canGetAndSetFMUState) and runs in this process, which cannot be copied',
  };
}

/** Describes the rollback method. */
export function rollbackWords(rollback: Rollback): string {
  if ('refused' in rollback) return `not possible: ${rollback.refused}`;
  switch (rollback.by) {
    case 'memory':
      return 'by a copy of its memory';
    case 'state':
      return 'by its FMU state';
    case 'fork':
      return 'by a copy of its process (fork), unless it starts threads or writes files';
    default:
      return 'by the method of its host';
  }
}
