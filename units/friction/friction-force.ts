import { fail } from 'fmukit/author';
import { BengisuAkay } from './bengisu-akay';
import { BrownMcPhee } from './brown-mcphee';
import { CoulombStribeck } from './coulomb-stribeck';
import { FrictionLaw } from './friction-law';
import { LuGre } from './lugre';
import { ModifiedLuGre } from './modified-lugre';
import { FrictionParameters } from './parameters';

/**
 * The laws by number, as in the enumeration `Friction` of a unit.json. All are allocated: a unit
 * chooses one when it starts.
 */
export class Friction {
  readonly parameters: FrictionParameters = new FrictionParameters();
  private bengisuAkay: FrictionLaw = new BengisuAkay(this.parameters);
  private brownMcPhee: FrictionLaw = new BrownMcPhee(this.parameters);
  private lugre: FrictionLaw = new LuGre(this.parameters);
  private modifiedLuGre: FrictionLaw = new ModifiedLuGre(this.parameters);
  private coulombStribeck: FrictionLaw = new CoulombStribeck(this.parameters);

  /**
   * 1 Bengisu–Akay, 2 Brown–McPhee, 3 LuGre, 4 modified LuGre, 5 Coulomb–Stribeck. Ready to use.
   */
  select(law: i32): FrictionLaw {
    let selected: FrictionLaw = this.brownMcPhee;
    if (law == 1) selected = this.bengisuAkay;
    else if (law == 2) selected = this.brownMcPhee;
    else if (law == 3) selected = this.lugre;
    else if (law == 4) selected = this.modifiedLuGre;
    else if (law == 5) selected = this.coulombStribeck;
    else fail('friction: no law has this number; choose 1 to 5');
    selected.held = false;
    selected.prepare();
    return selected;
  }
}
