import {
  type Permission,
  permissions,
  requirePermissions,
} from '../../../fmu-sdk/host/choice/sandbox-permissions.ts';

/** Option `--allow` of every command that runs FMUs. */
export const allowOption: { type: 'string'; requiresArg: true; describe: string } = {
  type: 'string',
  requiresArg: true,
  describe: `permissions of native code: ${permissions.join(',')}`,
};

/** Option `--trust` of every command that runs FMUs. */
export const trustOption: { type: 'boolean'; default: false; describe: string } = {
  type: 'boolean',
  default: false,
  describe: 'run native code in this process (fast, unsafe)',
};

/** Parses a list such as `net,files`. Errors name the command. */
export function permissionsOf(command: string, text: string | undefined): readonly Permission[] {
  const names = (text ?? '').split(',').filter(Boolean);
  requirePermissions(`${command} --allow ${text}`, names);
  return names;
}
