import { join } from 'node:path';
import { authorFile } from '../../../fmu-sdk/build/lint/resolve-import.ts';
import { createModuleLoader } from '../../../fmu-sdk/build/reference-run/load-reference.ts';
import { root } from '../../setup.ts';

type Mechanisms = typeof import('../../../units/multibody/absolute/absolute-mechanism');
export type Mechanism = InstanceType<Mechanisms['Mechanism']>;

/** Exports of units/multibody/absolute and related folders for tests, run as TypeScript. */
export type Absolute = Mechanisms &
  typeof import('../../../units/multibody/absolute/beam') &
  typeof import('../../../units/multibody/absolute/couple') &
  typeof import('../../../units/multibody/absolute/absolute-joint') &
  typeof import('../../../units/multibody/absolute/absolute-joints') &
  typeof import('../../../units/multibody/absolute/profile') &
  typeof import('../../../units/multibody/absolute/rod') &
  typeof import('../../../units/numerics/block-lu') &
  typeof import('../../../units/numerics/implicit/implicit-integrator') &
  typeof import('../../../units/flexible/drive-line') &
  typeof import('../../../units/flexible/shaft') &
  typeof import('../../../units/flexible/flexible-mechanism') & { failure: { message: string } };

export async function absolute(): Promise<Absolute> {
  const load = await createModuleLoader();
  const files = [
    ...['beam', 'couple', 'absolute-joint', 'absolute-joints', 'absolute-mechanism', 'profile', 'rod'].map(
      (name) => `multibody/absolute/${name}`,
    ),
    'numerics/block-lu',
    'numerics/implicit/implicit-integrator',
    'flexible/drive-line',
    'flexible/shaft',
    'flexible/flexible-mechanism',
  ];
  const { failure } = load(authorFile) as unknown as { failure: { message: string } };
  const modules = files.map((name) => load(join(root, 'units', `${name}.ts`)));
  return Object.assign({ failure }, ...modules) as Absolute;
}

/** Returns a generator of reproducible numbers in (−½, ½). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647 - 0.5;
  };
}

export const array = (values: ArrayLike<number>): StaticArray<number> =>
  Float64Array.from(values) as unknown as StaticArray<number>;

/** A mechanism with every kind of node, joint and element, nothing of it aligned with anything. */
export function everything(of: Absolute, level: number): Mechanism {
  const mechanism = new of.Mechanism(12, 6, 8);
  const { nodes } = mechanism;
  mechanism.clear();
  const ground = nodes.addGiven(0, 0, 0);
  const chain = [0, 1, 2, 3, 4].map((i) => nodes.addNode('chain', i * 0.1, 0, 0));
  const free = nodes.addNode('free', 0.5, 0.1, 0.2);
  const planar = [
    nodes.addPlanarNode('planar', 0.3, -0.2, 0.4),
    nodes.addPlanarNode('planar', 0.6, -0.1, 0.1),
  ];
  for (const i of chain) nodes.addMass(i, 0.3 + 0.1 * i, 0.01, 0.02, 0.005 * i, 0.002, 0.003, 0.004);
  nodes.addMass(free, 1.2, 0.02, -0.03, 0.05, 0.01, 0.012, 0.015);
  nodes.addMass(planar[0], 0.5, 0.02, 0.01, 0, 0, 0, 0.003);
  nodes.addMass(planar[1], 0.7, -0.02, 0.03, 0, 0, 0, 0.002);
  nodes.setGravity(1, 2, -9.81, null);
  const work = new of.BeamWork();
  for (const k of [0, 2]) {
    const beam = new of.Beam(work);
    beam.setStiffness(100, 50, 60, 0.7, 0.8, 0.9);
    beam.between(nodes, chain[k], chain[k + 1], chain[k + 2], 0.2);
    mechanism.add(beam);
  }
  const driven = new of.Joint('driven');
  driven.between(nodes, ground, chain[0], 0, 0, 0);
  driven.holdAll(nodes);
  driven.turn(nodes, new of.Constant(3), 1, 0, 0);
  driven.hinge(nodes, array([0, 1, 0]), array([0, 0, 1]));
  mechanism.addJoint(driven);
  const between = new of.Joint('between');
  between.between(nodes, chain[4], free, 0.45, 0.02, 0.03);
  between.holdAll(nodes);
  between.align(nodes, 0.8, 0.6, 0, -0.6, 0.8, 0);
  between.turn(nodes, new of.Constant(-1), 0.3, 0.4, 0.5);
  mechanism.addJoint(between);
  of.pin(mechanism, new of.Joint('pin'), planar[0], planar[1], 0.45, -0.3);
  const rod = new of.Rod();
  rod.k = 50;
  rod.natural = 0.2;
  rod.d = 3;
  rod.between(nodes, chain[1], 0.1, 0.02, 0.01, free, 0.5, 0.2, 0.3);
  mechanism.add(rod);
  const tie = new of.Rod();
  tie.k = 30;
  tie.natural = 0.1;
  tie.d = 2;
  tie.between(nodes, planar[0], 0.3, 0.02, 0, ground, 0.5, 0.2, 0);
  mechanism.add(tie);
  const couple = new of.Couple();
  couple.on(free, 0.1, 0.2, 0.3);
  mechanism.add(couple);
  const line = new of.DriveLine();
  line.drive.k = 20;
  line.drive.d = 3;
  line.drive.configureMotor(7, 2, 0.4, 5);
  line.between(planar[1], free);
  mechanism.add(line);
  mechanism.hold(level);
  mechanism.close();
  return mechanism;
}
