import { Tableau } from './tableau';

/**
 * ESDIRK methods of Kennedy & Carpenter (2016, 2019), L-stable, stages of second order, with an
 * embedded method of one order less.
 */

/** ESDIRK3(2)4L[2]SA: third order, four stages. */
export function esdirk324(t: Tableau): void {
  const gamma: f64 = 0.435866521508459;
  t.open(4, gamma);
  t.set(1, 0, gamma);
  t.set(2, 0, 0.2576482460664272);
  t.set(2, 1, -0.09351476757488625);
  t.set(3, 0, 0.18764102434672383);
  t.set(3, 1, -0.595297473576955);
  t.set(3, 2, 0.9717899277217721);
  t.embedded[0] = 0.10889661761586444;
  t.embedded[1] = -0.9153258118707127;
  t.embedded[2] = 1.271273597302152;
  t.embedded[3] = 0.5351555969526961;
  t.close();
}

/** ESDIRK3(2)5L[2]SA: third order, five stages. */
export function esdirk325(t: Tableau): void {
  const root: f64 = Math.sqrt(2.0);
  t.open(5, 0.225);
  t.set(1, 0, 0.225);
  t.set(2, 0, (9.0 * (1.0 + root)) / 80.0);
  t.set(2, 1, (9.0 * (1.0 + root)) / 80.0);
  t.set(3, 0, (22.0 + 15.0 * root) / (80.0 * (1.0 + root)));
  t.set(3, 1, (22.0 + 15.0 * root) / (80.0 * (1.0 + root)));
  t.set(3, 2, -7.0 / (40.0 * (1.0 + root)));
  const b0: f64 = (2398.0 + 1205.0 * root) / (2835.0 * (4.0 + 3.0 * root));
  t.set(4, 0, b0);
  t.set(4, 1, b0);
  t.set(4, 2, (-2374.0 * (1.0 + 2.0 * root)) / (2835.0 * (5.0 + 3.0 * root)));
  t.set(4, 3, 5827.0 / 7560.0);
  const embedded: f64 = (5547709.0 * root - 4800247.0) / 16519545.0;
  t.embedded[0] = embedded;
  t.embedded[1] = embedded;
  t.embedded[2] = (11095418.0 * (1.0 - root)) / 16519545.0;
  t.embedded[3] = 30698249.0 / 44052120.0;
  t.embedded[4] = 49563.0 / 233080.0;
  t.close();
}

/** ESDIRK4(3)6L[2]SA2: fourth order, six stages. */
export function esdirk436(t: Tableau): void {
  t.open(6, 0.248);
  t.set(1, 0, 0.248);
  pair(t, 2, -360286518617.0 / 7014585480527.0);
  pair(t, 3, -506388693497.0 / 5937754990171.0);
  t.set(3, 2, 7149918333491.0 / 13390931526268.0);
  pair(t, 4, -7628305438933.0 / 11061539393788.0);
  t.set(4, 2, 21592626537567.0 / 14352247503901.0);
  t.set(4, 3, 11630056083252.0 / 17263101053231.0);
  pair(t, 5, -12917657251.0 / 5222094901039.0);
  t.set(5, 2, 5602338284630.0 / 15643096342197.0);
  t.set(5, 3, 9002339615474.0 / 18125249312447.0);
  t.set(5, 4, -2420307481369.0 / 24731958684496.0);
  t.embedded[0] = -1007911106287.0 / 12117826057527.0;
  t.embedded[1] = -1007911106287.0 / 12117826057527.0;
  t.embedded[2] = 17694008993113.0 / 35931961998873.0;
  t.embedded[3] = 5816803040497.0 / 11256217655929.0;
  t.embedded[4] = -538664890905.0 / 7490061179786.0;
  t.embedded[5] = 2032560730450.0 / 8872919773257.0;
  t.close();
}

/** a_i0 = a_i1. */
function pair(t: Tableau, i: i32, value: f64): void {
  t.set(i, 0, value);
  t.set(i, 1, value);
}
