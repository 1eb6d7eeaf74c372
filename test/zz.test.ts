import { it, expect } from 'vitest';
import { errorOf, runOf } from './problems/coupled/coupled.ts';
import { oscillator, quarterCar, feedThroughPair } from './problems/coupled/problems.ts';
it('x', () => {
  expect(1).toBe(1);
  for (const [p,Hs] of [[oscillator(), [0.02,0.01]], [quarterCar(), [0.002,0.001]], [oscillator(100,1),[0.02,0.01]], [feedThroughPair(),[0.02,0.01]]] as const)
    for (const scheme of ['newton','semi-implicit'])
      for (const order of [0,1,2] as const) {
        const options = (scheme==='newton' ? { tolerance: 1e-12 } : {}) as Record<string,number>;
        let text='';
        try { const e = Hs.map((step) => errorOf(p, {scheme, step, order, options})); text = e.map(x=>x.toExponential(2)).join(' ')+' order '+Math.log2(e[0]/e[1]).toFixed(2); const {session,units}=runOf(p,{scheme,step:Hs[1],order,options}); session.start(); session.advance(1e6); text+=' steps/unit '+(units[0].steps/session.steps).toFixed(2) } catch (x) { text=String(x).slice(0,400) }
        console.log(p.name, scheme, order, text);
      }
});
