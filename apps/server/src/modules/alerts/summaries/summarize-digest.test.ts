import {
  Group,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
} from '@tallyman/contract/notification';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../../../platform/ids.ts';
import { toNotification, toOutboxRow } from '../../notifications/event-row.ts';
import { decodeNotification, toNotificationJson } from '../../notifications/notification-json.ts';
import { sampleEvent } from '../templates/sample-events.ts';
import { DigestSummary } from './summarize-digest.ts';

const since = new Date('2026-11-16T00:00:00Z');
const project = { uuid: newUuid(), name: 'shop', version: '1.2', isActive: true };
const vulnerability = (number: number, severity: string) => ({
  uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  vulnId: `CVE-2026-${number}`,
  source: 'NVD',
  severity,
});
const component = { uuid: newUuid(), name: 'leaky', version: '1.0' };

function found(number: number, severity: string) {
  const message = { component, project, vulnerability: vulnerability(number, severity) };
  const event = { group: Group.NEW_VULNERABILITY, title: '', content: '' };
  return toNotification(
    { ...event, subject: { schema: NewVulnerabilitySubjectSchema, message } },
    newUuid(),
    since,
  );
}

function summarize(...notifications: Parameters<DigestSummary['add']>[0][]) {
  const summary = new DigestSummary(since);
  for (const notification of notifications) summary.add(notification);
  return summary.toEvents(project.uuid).map((event) => {
    const { notification, projectUuid } = toOutboxRow(event, since);
    expect(projectUuid).toBe(project.uuid);
    return toNotificationJson(decodeNotification(notification));
  });
}

describe('A digest', () => {
  it('counts all findings and lists the 20 worst first', () => {
    const many = Array.from({ length: 54 }, (_, number) => found(number, number < 50 ? 'LOW' : 'CRITICAL'));
    const [digest, ...others] = summarize(...many);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({
      group: 'GROUP_NEW_VULNERABILITIES_SUMMARY',
      title: '54 new vulnerabilities in shop 1.2',
      subject: {
        overview: {
          affectedProjectsCount: 1,
          affectedComponentsCount: 1,
          newVulnerabilitiesCount: 54,
          newVulnerabilitiesCountBySeverity: { LOW: 50, CRITICAL: 4 },
        },
      },
    });
    const listed = JSON.parse(JSON.stringify(digest)).subject.findingsByProject[0].findings;
    expect(listed).toHaveLength(20);
    expect(
      listed.slice(0, 5).map((each: { vulnerability: { severity: string } }) => each.vulnerability.severity),
    ).toEqual(['CRITICAL', 'CRITICAL', 'CRITICAL', 'CRITICAL', 'LOW']);
    expect(digest?.content).toContain('54 new vulnerabilities in 1 component: 50 low, 4 critical.');
    expect(digest?.content).toContain('and 34 more');
  });

  it('counts a finding once that two notifications mention', () => {
    const message = {
      component,
      project,
      vulnerabilities: [vulnerability(1, 'HIGH'), vulnerability(2, 'LOW')],
    };
    const dependency = toNotification(
      {
        group: Group.NEW_VULNERABLE_DEPENDENCY,
        title: '',
        content: '',
        subject: { schema: NewVulnerableDependencySubjectSchema, message },
      },
      newUuid(),
      since,
    );
    const [digest] = summarize(found(1, 'HIGH'), dependency);
    expect(digest).toMatchObject({ subject: { overview: { newVulnerabilitiesCount: 2 } } });
  });

  it('has a separate message for violations', () => {
    const violation = toNotification(sampleEvent('POLICY_VIOLATION', since), newUuid(), since);
    const groups = summarize(found(1, 'HIGH'), violation).map(({ group }) => group);
    expect(groups).toEqual(['GROUP_NEW_VULNERABILITIES_SUMMARY', 'GROUP_NEW_POLICY_VIOLATIONS_SUMMARY']);
  });

  it('without notifications has no message', () => {
    expect(summarize()).toEqual([]);
  });
});
