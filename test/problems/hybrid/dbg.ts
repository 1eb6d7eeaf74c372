import { sessionOf } from './run.ts';
import { pushedBall, jetControl, pushedContacts, tank, hose, switchings, upperMass, lowerMass, slipTimes } from './units.ts';
const which = process.argv[2]; const step = Number(process.argv[3]);
const masses = { upper: 1.5, lower: 2.5, most: 3, k: 4, until: 2 };
const P: any = {
  ball: [{ units: { ball: pushedBall(0.9), control: jetControl(0.3, 6) }, connections: [['ball.v','control.v'],['control.push','ball.push']], stopTime: 4 }, 'ball', () => pushedContacts(0.9,0.3,6,4)],
  tanks: [{ units: { one: tank(1,.2,.5,.1), two: tank(.7,.2,.5,.1), hose: hose() }, connections: [['one.low','hose.low1'],['two.low','hose.low2'],['hose.to1','one.open'],['hose.to2','two.open']], stopTime: 20 }, 'hose', () => switchings([1,.7],.2,.5,.1,20)],
  slip: [{ units: { upper: upperMass(masses), lower: lowerMass(masses) }, connections: [['lower.w','upper.w'],['upper.f','lower.f']], stopTime: 4 }, 'upper', () => slipTimes(masses)],
};
const [problem, unit, exact] = P[which];
console.log('exact', exact().length);
const { session } = sessionOf(problem, { step, silent: process.argv[4]==='silent', options: which==='slip' ? { tolerance: 1e-9, absolute: 1e-9 } : undefined });
session.start();
const t0 = performance.now();
let n = 0;
const c: any = (session as any).coupling;
const orig = c.reached.bind(c);
c.reached = (t: number) => { n++; if (process.argv[5] && n < Number(process.argv[5])) console.log(n, t, c.size[0], c.error[0], c.steps.wanted); if (n > 200000) { throw new Error('too many'); } orig(t); };
const ch = c.discrete.changed.bind(c.discrete); let m=0;
c.discrete.changed = () => { const r = ch(); if (r && m++ < 5) console.log('changed', c.discrete.kept, c.discrete.sources.map((v: any, i: number) => v[c.discrete.at[i]]), new Error().stack!.split('\n').slice(2,5).join()); return r; };
session.advance(session.steps);
const times = problem.units[unit].model.data.times;
console.log(times.length, Math.max(...times.map((t: number, k: number) => Math.abs(t - exact()[k]))), session.notes, n, performance.now() - t0);
