/** A vector of a frame. */
type Direction = 'axis' | 'normal' | 'binormal';

/**
 * Constraints of a kind of joint between frames A and B (Haug 1989, Sect. 9.4). `meet` stands for
 * the three rows r_A + s_A − r_B − s_B = 0. Otherwise there are two rows nᵀ d = 0 for A's normals
 * n, with d from A's point to B's. Each pair of `perpendicular` adds a row aᵀ b = 0.
 */
export interface JointKind {
  readonly meet: boolean;
  /** [of A, of B] */
  readonly perpendicular: readonly (readonly [Direction, Direction])[];
  /** True if the joint has an axis. */
  readonly axis: boolean;
  /** True if the joint also uses B's normals, which equal A's at the start. */
  readonly locked: boolean;
}

const parallel = [
  ['normal', 'axis'],
  ['binormal', 'axis'],
] as const;
const noTurn = [...parallel, ['normal', 'binormal']] as const;

/** Names of the kinds of joints. */
export type JointKindName = 'revolute' | 'spherical' | 'universal' | 'cylindrical' | 'prismatic' | 'fixed';

/** Kinds of joints by the name that a system gives. */
export const jointKinds: Readonly<Record<JointKindName, JointKind>> = {
  revolute: { meet: true, perpendicular: parallel, axis: true, locked: false },
  spherical: { meet: true, perpendicular: [], axis: false, locked: false },
  universal: { meet: true, perpendicular: [['axis', 'axis']], axis: true, locked: false },
  cylindrical: { meet: false, perpendicular: parallel, axis: true, locked: false },
  prismatic: { meet: false, perpendicular: noTurn, axis: true, locked: true },
  fixed: { meet: true, perpendicular: noTurn, axis: false, locked: true },
};
