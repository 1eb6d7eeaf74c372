import type { SystemFile } from '../master/system/system.ts';

export type CraneKind = 'single' | 'double';

/** One way of coupling the crane: what the table of the main job has a row for. */
export interface Case {
  name: string;
  title: string;
  crane: CraneKind;
  /** `systems/<base>.json` is where it starts from. */
  base: string;
  edit(system: SystemFile): void;
}

const formulations = ['ALI1', 'ALI3P'] as const;
const couplings = ['force', 'pressure'] as const;

/** The reference of a crane: mechanism and hydraulics in one unit. */
export function reference(crane: CraneKind): Case {
  return {
    name: `${crane}-monolithic`,
    title: 'monolithic, ALI3-P',
    crane,
    base: `crane-${crane}-monolithic`,
    edit: () => {},
  };
}

/**
 * Coupling variables × formulation × (polynomial m = 2, interface model), at the step of the system
 * file.
 */
export function casesOf(crane: CraneKind): Case[] {
  return couplings.flatMap((coupling) =>
    formulations.flatMap((formulation) =>
      [false, true].map((model): Case => {
        const words = [
          `velocity–${coupling}`,
          formulation === 'ALI1' ? 'ALI1' : 'ALI3-P',
          model ? 'IM' : 'm = 2',
        ];
        return {
          name: `${crane}-${coupling}-${formulation}-${model ? 'interface-model' : 'order-2'}`,
          title: words.join(', '),
          crane,
          base: `crane-${crane}-${coupling}`,
          edit: (system) => {
            system.units.crane.parameters = { ...system.units.crane.parameters, formulation };
            if (model) system.interfaceModels = [interfaceModel(crane)];
          },
        };
      }),
    ),
  );
}

/**
 * The crane's effective mass and force beside its one or two actuators (Fig. 3 of Rahikainen et al.
 * 2020).
 */
export function interfaceModel(crane: CraneKind): NonNullable<SystemFile['interfaceModels']>[number] {
  const actuators = crane === 'single' ? ['actuator'] : ['actuator1', 'actuator2'];
  return {
    name: 'boom',
    mass: 'crane.M_eff',
    force: 'crane.Q_eff',
    ports: actuators.map((a) => ({ force: `${a}.F_s`, velocity: `${a}.s_dot`, position: `${a}.s` })),
  };
}
