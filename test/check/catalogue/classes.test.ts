import { describe, expect, it } from 'vitest';
import { behaviourRules, standardRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { lowerSeverityOf, type Severity } from '../../../fmu-sdk/check/severity.ts';
import { notEmpty } from '../../not-empty.ts';

const classOf = (id: string): Severity => standardRules.find((rule) => rule.id === id)!.severity;

/**
 * Rules that provoke a mistake of the importer: FMI 3.0.2, 2.2.4, requires an error “when
 * detecting” one, no more.
 */
const provoking =
  /^(order\/forbidden-|value\/(unknown|wrong|enumeration-range|.*-refused$)|step\/(elsewhere|nan|negative|zero)$|(memory|derivative)\/.*refused$|memory\/truncated$|load\/wrong-token$|robust\/illegal$|ticking\/unknown$)/;

describe('severities according to the standard', () => {
  it('the reaction of the FMU to an error of the importer is robustness', () => {
    const rules = behaviourRules.filter(({ id }) => provoking.test(id));
    for (const { id, severity } of notEmpty('rules', rules))
      expect(`${id} ${severity}`).toBe(`${id} robustness`);
  });

  it('a requirement of the text with must or has to is a violation, even if the importer errs', () => {
    // 2.3.2: “has to return”. 2.3.1: “must raise an error”, “must call logMessage”, “must not be
    // called”.
    const violationIds = ['step/beyond-stop', 'load/event-mode-refused', 'load/refusal-logged', 'log/silent'];
    for (const id of violationIds) expect(`${id} ${classOf(id)}`).toBe(`${id} violation`);
  });

  it('the effect of an allowed call is a violation: allowed functions, values, runs', () => {
    const allowed = behaviourRules.filter(({ id }) => id.startsWith('order/allowed-'));
    for (const { severity } of notEmpty('rules', allowed)) expect(severity).toBe('violation');
    for (const id of ['run/steps', 'value/start', 'memory/run-again', 'states/kept'])
      expect(classOf(id)).toBe('violation');
  });

  it('the lower of two severities counts, never the higher', () => {
    expect(lowerSeverityOf('violation', 'advice')).toBe('advice');
    expect(lowerSeverityOf('advice', 'violation')).toBe('advice');
    expect(lowerSeverityOf('robustness', 'violation')).toBe('robustness');
  });
});
