import { completeInstance } from '../instance/complete-instance.ts';
import type { Instance } from '../instance/instance.ts';
import type { Binary, Host, HostOptions } from './host.ts';

/** Opens an instance by its host, with the parts that a custom host leaves out. */
export async function openInstance(host: Host, binary: Binary, options: HostOptions): Promise<Instance> {
  return completeInstance(await host.open(binary, options), host.name);
}
