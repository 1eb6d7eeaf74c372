import {
  type Permission,
  permissions,
  requirePermissions,
} from '../../../fmu-sdk/host/sandbox-permissions.ts';

/** The option `--allow`, of every command that runs units. */
export const allowOption: { type: 'string'; requiresArg: true; describe: string } = {
  type: 'string',
  requiresArg: true,
  describe: `what native code may do beyond its own, with commas between: ${permissions.join(', ')}`,
};

/** The option `--trust`, of the same commands. */
export const trustOption: { type: 'boolean'; default: false; describe: string } = {
  type: 'boolean',
  default: false,
  describe: 'run native code in this process: faster, but its crash ends all',
};

/** `net,files` as a list; `command` asks for it. */
export function permissionsOf(command: string, text: string | undefined): readonly Permission[] {
  const names = (text ?? '').split(',').filter(Boolean);
  requirePermissions(`${command} --allow ${text}`, names);
  return names;
}
