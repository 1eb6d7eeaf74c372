import { elementCount } from '../../../fmu-sdk/description/description.ts';
import type { JsonPath } from '../../../fmu-sdk/util/json/json-path.ts';
import { findPort } from '../find-variable.ts';
import type { ConnectionIndex } from '../structure/input-feeds.ts';
import type { Connection, InterfaceModel, InterfaceModelPort, Port, SystemFile } from '../system.ts';
import { requireUnchanged } from './check-connections.ts';
import type { Context } from './check-context.ts';

type ModelFile = NonNullable<SystemFile['interfaceModels']>[number];

/**
 * Checks interface models. Each has M_eff (p × p) and Q_eff (p) of one unit, for p ports whose
 * velocities feed fast units.
 */
export function checkInterfaceModels(context: Context, feeds: ConnectionIndex): InterfaceModel[] {
  return (context.system.interfaceModels ?? []).map((model, i) => {
    const path = ['interfaceModels', i];
    const p = model.ports.length;
    const mass = findPort(context, model.mass, [...path, 'mass']);
    const force = findPort(context, model.force, [...path, 'force']);
    requireSize(context, model, { name: model.mass, port: mass, size: p * p }, path);
    requireSize(context, model, { name: model.force, port: force, size: p }, path);
    const ports = model.ports.map((entry, k) => checkPort(context, feeds, entry, [...path, 'ports', k]));
    return { name: model.name, mass, force, ports };
  });
}

/** Refuses a port of an interface model whose number of elements is not `size`. */
function requireSize(
  { refuse }: Context,
  model: ModelFile,
  { name, port: { variable }, size }: { name: string; port: Port; size: number },
  path: JsonPath,
): void {
  if (elementCount(variable) !== size)
    refuse(
      path,
      `interface model ${model.name}: ${name} has ${elementCount(variable)} elements, but ${model.ports.length} ports need ${size}.`,
    );
}

function checkPort(
  context: Context,
  feeds: ConnectionIndex,
  { force, velocity, position }: ModelFile['ports'][number],
  path: JsonPath,
): InterfaceModelPort {
  return {
    force: findPort(context, force, [...path, 'force']),
    velocity: into(context, feeds, velocity, [...path, 'velocity']),
    position: position === undefined ? undefined : into(context, feeds, position, [...path, 'position']),
  };
}

/** The connection that feeds an input. */
function into(context: Context, feeds: ConnectionIndex, text: string, path: JsonPath): Connection {
  const connection = feeds.into(findPort(context, text, path));
  if (connection !== undefined) {
    if (connection.fromElement !== undefined || connection.toElement !== undefined)
      context.refuse(path, `the connection into ${text} selects one element. Connect all elements.`);
    return requireUnchanged(context, connection, path);
  }
  return context.refuse(path, `${text} is not connected. Connect it first.`);
}
