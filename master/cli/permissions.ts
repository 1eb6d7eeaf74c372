import { UserError } from '../../fmu-sdk/error.ts';
import { type Permission, permissions } from '../../fmu-sdk/host/permissions.ts';

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
export function permissionsOf(command: string, text: string | undefined): Permission[] {
  const names = (text ?? '').split(',').filter(Boolean);
  const wrong = names.find((name) => !permissions.includes(name as Permission));
  if (wrong !== undefined)
    throw new UserError(
      `${command} --allow ${text}: "${wrong}" is nothing that can be allowed. Choose of ${permissions.join(', ')}.`,
    );
  return names as Permission[];
}
