import { UserCode } from '../../util/user-code.ts';
import { validateInstance } from '../instance/custom-instance.ts';
import type { CustomInstance } from '../instance/instance.ts';
import type { Binary, Host } from './host.ts';

/**
 * Wraps a custom host: validates its results and reports its failures as failures of custom code.
 */
export function wrapCustomHost(host: Host): Host {
  const { name } = host;
  new UserCode(`register host "${name}": it`).requireMembers('host', host, 'find', 'open');
  return {
    ...host,
    name,
    async find(unit, driving): Promise<Binary | undefined> {
      const code = new UserCode(`load ${unit.archive.file}: the host "${name}"`);
      let binary: Binary | undefined;
      try {
        binary = await host.find(unit, driving);
      } catch (thrown) {
        throw code.failure('find', thrown);
      }
      if (binary !== undefined && typeof binary?.form !== 'string')
        code.refuse('returned neither a binary with a "form" nor undefined from find');
      return binary;
    },
    async open(binary, unit): Promise<CustomInstance> {
      const code = new UserCode(`open ${unit.name}: the host "${name}"`);
      let opened: CustomInstance;
      try {
        opened = await host.open(binary, unit);
      } catch (thrown) {
        throw code.failure('open', thrown);
      }
      validateInstance(opened, unit.name, name, code);
      return opened;
    },
  };
}
