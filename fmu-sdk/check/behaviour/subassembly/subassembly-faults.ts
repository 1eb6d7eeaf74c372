import type { ModelDescription, Variable } from '../../../description/description.ts';
import { handleMembers, subassemblyKind } from '../../../description/terminals/subassembly-terminal.ts';
import { type FmiApi, io, status, type Values } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../calls/fault-injection.ts';
import type { InjectedFault } from '../rule-context.ts';

/** Defects of a subassembly. Numbers are factors. Default: 1. */
export interface HandleFaults {
  /** Factor of the matrix M₁₁ that the handles provide. */
  readonly M11?: number;
  readonly M12?: number;
  readonly M22?: number;
  readonly v2?: number;
  readonly b?: number;
  /** Factor of the normalization penalty, and of the length of Euler parameters. */
  readonly alpha?: number;
  readonly length?: number;
  /** Factor of ṗ · ṗ in the normalization. */
  readonly centripetal?: number;
  /** One element of M₁₁ is larger by this part. */
  readonly skew?: number;
  /** Part of the forces of joints that Q₁ has in it. */
  readonly joints?: number;
  /** The FMU moves with the accelerations of the previous step, or with those of free motion. */
  readonly late?: boolean;
  readonly free?: boolean;
  /** Reading changes Q, b follows a immediately, and accelerations add up. */
  readonly worn?: boolean;
  readonly early?: boolean;
  readonly sums?: boolean;
}

/** A defect in the co-simulation specimen of FMI 3.0 with a subassembly of two handles in it. */
export function handleFault(claim: string, faults: HandleFaults): InjectedFault {
  return injectFault(claim, (base) => offering(base, new Bar(faults)), { describe: withTerminal });
}

/** Value reference of the first member. The others follow. */
const first = 100;

const variables: readonly Variable[] = handleMembers.map(({ name, dimensions, causality }, k) => ({
  name,
  valueReference: first + k,
  type: 'Float64',
  causality: causality[0],
  variability: 'continuous',
  dimensions: [...dimensions],
  ...(causality[0] === 'input' ? { start: dimensions.flatMap((n) => new Array<string>(n).fill('0')) } : {}),
}));

function withTerminal(description: ModelDescription): ModelDescription {
  const members = variables.map(({ name }) => ({
    variableKind: 'signal',
    variableName: name,
    memberName: name,
  }));
  const terminal = { name: 'handles', matchingRule: 'bus', terminalKind: subassemblyKind, members };
  return {
    ...description,
    terminals: [terminal as unknown as ModelDescription['terminals'][number]],
    variables: [...description.variables, ...variables],
  };
}

/** The base, and a bar that moves with it. */
function offering(base: FmiApi, bar: Bar): Partial<FmiApi> {
  const isMember = ({ valueReferences }: Values): boolean => valueReferences[0] >= first;
  return {
    get(values) {
      if (!isMember(values)) return base.get(values);
      let at = values.offset;
      for (const reference of values.valueReferences)
        for (const x of bar.get(variables[reference - first].name)) values.view[at++] = x as never;
      return status.ok;
    },
    set(values) {
      if (!isMember(values)) return base.set(values);
      let at = values.offset;
      for (const reference of values.valueReferences) {
        const a = bar.get(variables[reference - first].name);
        bar.set(
          variables[reference - first].name,
          a.map(() => Number(values.view[at++])),
        );
      }
      return status.ok;
    },
    instantiate(options) {
      bar.begin();
      return base.instantiate(options);
    },
    call(op) {
      const answer = base.call(op);
      if (op.op === 'reset') bar.begin();
      if (op.op === 'doStep' && answer === status.ok) bar.step(base.registers[io.step]);
      return answer;
    },
  };
}

const mass = 2;
const moment = 0.3;
const penalty = 1e4;

/**
 * Heavy bar between two points [m] that fall. A ball sits on each point and turns (moment of
 * inertia J [kg m²], Euler parameters p):
 *
 *     (m/3 m/6; m/6 m/3) r̈ = (m/2 g; m/2 g),    4 J p̈ = −2 λ p,    p · p = 1
 *
 * As a subassembly it provides 4 J (I − p pᵀ) + 4 α p pᵀ of each ball, and the remaining
 * accelerations b.
 */
class Bar {
  private readonly members = new Map<string, number[]>();
  private a: number[] = [];

  constructor(private readonly faults: HandleFaults) {
    this.begin();
  }

  begin(): void {
    const { length = 1 } = this.faults;
    const p = [0.6, -0.48, 0, 0.64].map((x) => x * length);
    const states: Record<string, number[]> = {
      ...{ q1: [0, 1, 0, ...p], q2: [1, 2, 0.5, ...p] },
      ...{ v1: [0.1, 0, -0.2, 0.08, 0.28, -0.3, 0.135], v2: [0, 0.2, 0.1, 0.24, 0.3, 0.21, 0] },
    };
    for (const { name, dimensions } of handleMembers)
      this.members.set(
        name,
        states[name] ?? new Array<number>(dimensions.reduce((n, d) => n * d, 1)).fill(0),
      );
    this.a = new Array<number>(14).fill(0);
    this.evaluate();
  }

  get(name: string): number[] {
    const { faults } = this;
    const values = this.members.get(name)!;
    if (faults.worn && name === 'Q1') return values.map((x, i) => (values[i] = 0.999 * x));
    if (name === 'v2') return values.map((x) => (faults.v2 ?? 1) * x);
    if (/^b/.test(name)) return values.map((x) => (faults.b ?? 1) * x);
    return values;
  }

  set(name: string, values: readonly number[]): void {
    const before = this.members.get(name)!;
    this.members.set(
      name,
      values.map((x, i) => (this.faults.sums ? x + before[i] : x)),
    );
    if (this.faults.early && name === 'a1') this.members.set('b1', [...values]);
  }

  /** Euler's. */
  step(h: number): void {
    const { late, free, sums } = this.faults;
    const accelerations = [1, 2].flatMap((k) => this.members.get(`a${k}`)!);
    const a = late ? this.a : free ? this.free() : accelerations;
    for (const k of [1, 2]) {
      const [q, v] = [this.members.get(`q${k}`)!, this.members.get(`v${k}`)!];
      for (let i = 0; i < 7; i++) {
        q[i] += h * v[i];
        v[i] += h * a[7 * (k - 1) + i];
      }
      this.members.set(`b${k}`, accelerations.slice(7 * (k - 1), 7 * k));
      if (sums) this.members.set(`a${k}`, new Array<number>(7).fill(0));
    }
    this.a = accelerations;
    this.evaluate();
  }

  private at(name: string): number[] {
    return this.members.get(name)!;
  }

  /** Accelerations without forces of joints. */
  private free(): number[] {
    return [1, 2].flatMap((k) => {
      const [p, rate] = [this.at(`q${k}`).slice(3), this.at(`v${k}`).slice(3)];
      return [0, -9.81, 0, ...p.map((x) => -dot(rate, rate) * x)];
    });
  }

  private evaluate(): void {
    const { M11 = 1, M12 = 1, M22 = 1, alpha = 1, centripetal = 1, skew = 0, joints = 0 } = this.faults;
    const stepped = this.a.some((x) => x !== 0);
    for (const k of [1, 2]) {
      const [q, v, b, other] = [`q${k}`, `v${k}`, `b${k}`, `b${3 - k}`].map((name) => this.at(name));
      const [p, rate] = [q.slice(3), v.slice(3)];
      const lacks = -4 * penalty * alpha * (dot(p, b.slice(3)) + centripetal * dot(rate, rate));
      const turn = (i: number, j: number): number =>
        4 * moment * (Number(i === j) - p[i] * p[j]) + 4 * penalty * alpha * p[i] * p[j];
      const M = this.at(`M${k}${k}`);
      const Q = this.at(`Q${k}`);
      for (let i = 0; i < 49; i++) {
        const [row, column] = [Math.floor(i / 7), i % 7];
        const ball = row >= 3 && column >= 3 ? turn(row - 3, column - 3) : 0;
        M[i] = (k === 1 ? M11 : M22) * (row === column && row < 3 ? mass / 3 : ball);
      }
      if (k === 1) M[1] += skew;
      for (let i = 0; i < 3; i++)
        Q[i] = (i === 1 ? -9.81 * mass : 0) / 2 - (mass / 3) * b[i] - (mass / 6) * other[i];
      const along = dot(p, b.slice(3));
      for (let i = 0; i < 4; i++) Q[3 + i] = lacks * p[i] - 4 * moment * (b[3 + i] - along * p[i]);
      if (k === 1 && stepped) for (let i = 0; i < 7; i++) Q[i] *= 1 - joints;
    }
    const M = this.at('M12');
    for (let i = 0; i < 3; i++) M[8 * i] = (M12 * mass) / 6;
  }
}

function dot(x: readonly number[], y: readonly number[]): number {
  return x.reduce((sum, value, k) => sum + value * y[k], 0);
}
