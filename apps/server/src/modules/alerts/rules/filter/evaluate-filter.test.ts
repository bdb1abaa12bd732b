import { NOTIFICATION_GROUPS } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../platform/errors.ts';
import { newUuid } from '../../../../platform/ids.ts';
import { toNotification } from '../../../notifications/event-row.ts';
import { sampleEvent } from '../../templates/sample-events.ts';
import { evaluateFilter, requireFilter } from './evaluate-filter.ts';

const now = new Date('2026-11-16T12:00:00Z');
const sample = (group: (typeof NOTIFICATION_GROUPS)[number]) =>
  toNotification(sampleEvent(group, now), newUuid(), now);

describe('A filter', () => {
  it.each([
    ['group == Group.GROUP_NEW_VULNERABILITY', true],
    ['group == Group.NEW_VULNERABILITY', true],
    ['group == Group.BOM_CONSUMED', false],
    ['level == Level.INFORMATIONAL', true],
    ['level >= Level.ERROR', false],
    ['scope == Scope.SCOPE_PORTFOLIO', true],
    ['title.contains("Sample project")', true],
    ['content.startsWith("Nothing")', false],
    ['timestamp == timestamp("2026-11-16T12:00:00Z")', true],
    ['id.size() == 36', true],
    ['subject.project.name == "Sample project"', true],
    ['subject.project.version == "2.0.0"', false],
    ['"sample" in subject.project.tags', true],
    ['subject.component.group == "org.example"', true],
    ['subject.vulnerability.severity in ["CRITICAL", "HIGH"]', true],
    ['subject.vulnerability.cvss_v3 >= 9.0', false],
    ['subject.vulnerability.cwes.exists(cwe, cwe.cwe_id == 79)', true],
    ['subject.vulnerability.aliases.exists(alias, alias.source == "OSV")', true],
    ['has(subject.vulnerability.cvss_v2)', false],
    ['notification.subject.project.is_active', true],
  ])('%s', (filter, passes) => {
    requireFilter(filter);
    expect(evaluateFilter(filter, sample('NEW_VULNERABILITY'))).toEqual({ passes });
  });

  it.each(NOTIFICATION_GROUPS)('on the group passes exactly notifications of that group: %s', (group) => {
    const passed = NOTIFICATION_GROUPS.filter(
      (each) => evaluateFilter(`group == Group.${group}`, sample(each)).passes,
    );
    expect(passed).toEqual([group]);
  });

  it('passes nothing and gives the reason if it cannot be evaluated', () => {
    const result = evaluateFilter('subject.vulnerability.severity == "HIGH"', sample('PROJECT_CREATED'));
    expect(result).toMatchObject({ passes: false, isStopped: false });
    expect(result.error).toMatch(/./);
  });

  it('is stopped if it exceeds its limits', () => {
    const list = `[${Array(400).fill('1').join(', ')}]`;
    const endless = `${list}.all(a, ${list}.all(b, a == b))`;
    expect(evaluateFilter(endless, sample('BOM_CONSUMED'))).toMatchObject({ passes: false, isStopped: true });
  });

  it('passes nothing if it does not compile, and is not reported as stopped', () => {
    const result = evaluateFilter('nope == 1', sample('BOM_CONSUMED'));
    expect(result).toEqual({ passes: false, error: expect.stringContaining('nope'), isStopped: false });
  });

  it('is evaluated again with the same result after many other filters', () => {
    const notification = sample('NEW_VULNERABILITY');
    for (let n = 0; n < 600; n++)
      expect(evaluateFilter(`${n} == ${n % 300}`, notification)).toEqual({ passes: n < 300 });
    expect(evaluateFilter('0 == 0', notification)).toEqual({ passes: true });
  });

  it('throws errors that are not those of the filter', () => {
    expect(() => evaluateFilter('true', undefined as never)).toThrow(TypeError);
    expect(() => requireFilter(undefined as never)).toThrow(TypeError);
  });

  it.each([
    ['nope == 1', 1, 1],
    ['title ==', 1, 9],
    ['title', 1, 1],
    ['group == Group.NO_SUCH_GROUP', 1, 10],
    ['notification.no_such_field == 1', 1, 13],
  ])('is rejected with the position if it does not compile: %s', (filter, line, column) => {
    let error: unknown;
    try {
      requireFilter(filter);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: 'invalid', message: 'Filter expression is invalid' });
    expect((error as AppError).extras.members?.errors).toMatchObject([{ line, column }]);
  });
});
