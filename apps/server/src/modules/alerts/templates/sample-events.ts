import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { NotificationGroup } from '@tallyman/contract';
import {
  AnalysisTrigger,
  AuditLogEntrySubjectSchema,
  BomConsumedOrProcessedSubjectSchema,
  BomProcessingFailedSubjectSchema,
  BomValidationFailedSubjectSchema,
  Group,
  NewPolicyViolationsSummarySubjectSchema,
  NewVulnerabilitiesSummarySubjectSchema,
  NewVulnerabilitySubjectSchema,
  NewVulnerableDependencySubjectSchema,
  PolicyViolationSubjectSchema,
  ProjectSchema,
  UserSubjectSchema,
  VexConsumedOrProcessedSubjectSchema,
  VulnerabilityAnalysisDecisionChangeSubjectSchema,
  VulnerabilityRetractedSubjectSchema,
} from '@tallyman/contract/notification';
import type { Event } from '../../notifications/event.ts';

/** A sample of a group, to test alerts and templates. */
export function sampleEvent(group: NotificationGroup, now: Date): Event {
  const { title, content, subject } = SAMPLES[group](now);
  return { group: Group[group], title, content, ...(subject ? { subject } : {}) };
}

type Sample = Pick<Event, 'title' | 'content' | 'subject'>;

const project = {
  uuid: 'f1a7c0de-0000-4000-8000-000000000001',
  name: 'Sample project',
  version: '1.0.0',
  description: 'A project that does not exist',
  purl: 'pkg:generic/sample-project@1.0.0',
  tags: ['sample'],
  isActive: true,
};
const named = `[${project.name} : ${project.version}]`;

const component = {
  uuid: 'f1a7c0de-0000-4000-8000-000000000002',
  group: 'org.example',
  name: 'sample-library',
  version: '2.3.4',
  purl: 'pkg:maven/org.example/sample-library@2.3.4',
};

const vulnerability = {
  uuid: 'f1a7c0de-0000-4000-8000-000000000003',
  vulnId: 'INT-2026-0001',
  source: 'INTERNAL',
  aliases: [{ id: 'OSV-2026-0001', source: 'OSV' }],
  title: 'Sample vulnerability',
  description: 'A vulnerability that does not exist, to show what a notification looks like.',
  recommendation: 'Nothing needs to be done.',
  severity: 'HIGH',
  cvssV3: 8.1,
  cvssV3Vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwes: [
    {
      cweId: 79,
      name: "Improper Neutralization of Input During Web Page Generation ('Cross-site Scripting')",
    },
  ],
};

const bom = { content: '(Omitted)', format: 'CycloneDX', specVersion: '1.6' };
const token = 'f1a7c0de-0000-4000-8000-000000000004';

const condition = {
  uuid: 'f1a7c0de-0000-4000-8000-000000000006',
  subject: 'SEVERITY',
  operator: 'IS',
  value: 'HIGH',
  policy: {
    uuid: 'f1a7c0de-0000-4000-8000-000000000005',
    name: 'Sample policy',
    violationState: 'FAIL',
  },
};

const violation = (now: Date) => ({
  uuid: 'f1a7c0de-0000-4000-8000-000000000007',
  type: 'SECURITY',
  timestamp: timestampFromDate(now),
  condition,
});

const bomSubject = { schema: BomConsumedOrProcessedSubjectSchema, message: { project, bom, token } };
const vexSubject = {
  schema: VexConsumedOrProcessedSubjectSchema,
  message: { project, vex: new TextEncoder().encode('(Omitted)'), format: 'CycloneDX', specVersion: '1.6' },
};
const userSubject = {
  schema: UserSubjectSchema,
  message: { username: 'sample-user', email: 'sample-user@example.org' },
};

const system = (title: string, content: string) => (): Sample => ({ title, content });

const SAMPLES: Readonly<Record<NotificationGroup, (now: Date) => Sample>> = {
  CONFIGURATION: system('Configuration Changed', 'The setting general/base.url was changed by sample-user.'),
  DATASOURCE_MIRRORING: system('Vulnerability Data Mirrored', 'The source osv was mirrored.'),
  REPOSITORY: system('Repository Error', 'The repository sample could not be reached.'),
  INTEGRATION: system('Integration Error', 'Findings could not be sent to the integration sample.'),
  FILE_SYSTEM: system('File System Error', 'The data directory is nearly full.'),
  ANALYZER: system('Analyzer Error', 'The analyzer sample failed for a project.'),
  USER_CREATED: () => ({ title: 'User Created', content: 'sample-user was created', subject: userSubject }),
  USER_DELETED: () => ({ title: 'User Deleted', content: 'sample-user was deleted', subject: userSubject }),
  AUDIT_LOG: (now) => ({
    title: 'Administrative Action',
    content: 'sample-user: team.changed (team sample-team)',
    subject: {
      schema: AuditLogEntrySubjectSchema,
      message: {
        position: 1n,
        occurredAt: timestampFromDate(now),
        actorKind: 'user',
        actorName: 'sample-user',
        address: '192.0.2.1',
        action: 'team.changed',
        subjectKind: 'team',
        subjectName: 'sample-team',
        changes: '{"permissions":{"added":["VIEW_PORTFOLIO"]}}',
      },
    },
  }),
  PROJECT_CREATED: () => ({
    title: 'Project Added',
    content: `${project.name} was created`,
    subject: { schema: ProjectSchema, message: project },
  }),
  BOM_CONSUMED: () => ({
    title: 'Bill of Materials Consumed',
    content: 'A CycloneDX BOM was consumed and will be processed',
    subject: bomSubject,
  }),
  BOM_PROCESSED: () => ({
    title: 'Bill of Materials Processed',
    content: 'A CycloneDX BOM was processed',
    subject: bomSubject,
  }),
  BOM_PROCESSING_FAILED: () => ({
    title: 'Bill of Materials Processing Failed',
    content: 'An error occurred while processing a BOM',
    subject: {
      schema: BomProcessingFailedSubjectSchema,
      message: { project, bom, token, cause: 'A sample cause' },
    },
  }),
  BOM_VALIDATION_FAILED: () => ({
    title: 'Bill of Materials Validation Failed',
    content: 'An error occurred while validating a BOM',
    subject: {
      schema: BomValidationFailedSubjectSchema,
      message: { project, bom, errors: ['/components/0/type: a sample error'] },
    },
  }),
  VEX_CONSUMED: () => ({
    title: 'Vulnerability Exploitability Exchange (VEX) Consumed',
    content: 'A CycloneDX VEX was consumed and will be processed',
    subject: vexSubject,
  }),
  VEX_PROCESSED: () => ({
    title: 'Vulnerability Exploitability Exchange (VEX) Processed',
    content: 'A CycloneDX VEX was processed',
    subject: vexSubject,
  }),
  NEW_VULNERABILITY: () => ({
    title: `New Vulnerability Identified on Project: ${named}`,
    content: vulnerability.description,
    subject: {
      schema: NewVulnerabilitySubjectSchema,
      message: {
        component,
        project,
        vulnerability,
        affectedProjectsReference: {
          apiUri: `/api/v1/vulnerability/source/${vulnerability.source}/vuln/${vulnerability.vulnId}/projects`,
          frontendUri: `/vulnerabilities/${vulnerability.source}/${vulnerability.vulnId}/affectedProjects`,
        },
        vulnerabilityAnalysisLevel: 'BOM_UPLOAD_ANALYSIS',
        affectedProjects: [project],
        analysisTrigger: AnalysisTrigger.BOM_UPLOAD,
      },
    },
  }),
  NEW_VULNERABLE_DEPENDENCY: () => ({
    title: `Vulnerable Dependency Introduced on Project: ${named}`,
    content: 'A dependency was introduced that contains 1 known vulnerability',
    subject: {
      schema: NewVulnerableDependencySubjectSchema,
      message: { component, project, vulnerabilities: [vulnerability] },
    },
  }),
  VULNERABILITY_RETRACTED: () => ({
    title: `Vulnerability No Longer Reported on Project: ${named}`,
    content: `${vulnerability.vulnId} is no longer reported for ${component.name}`,
    subject: { schema: VulnerabilityRetractedSubjectSchema, message: { component, project, vulnerability } },
  }),
  PROJECT_AUDIT_CHANGE: () => ({
    title: 'Analysis Decision: NOT_AFFECTED',
    content: 'An analysis decision was made to a finding affecting a project',
    subject: {
      schema: VulnerabilityAnalysisDecisionChangeSubjectSchema,
      message: {
        component,
        project,
        vulnerability,
        analysis: { component, project, vulnerability, state: 'NOT_AFFECTED', suppressed: false },
      },
    },
  }),
  POLICY_VIOLATION: (now) => ({
    title: `Policy Violation on Project: ${named}`,
    content: 'A security policy violation occurred',
    subject: {
      schema: PolicyViolationSubjectSchema,
      message: { component, project, policyViolation: violation(now) },
    },
  }),
  NEW_VULNERABILITIES_SUMMARY: (now) => ({
    title: 'New Vulnerabilities Summary',
    content: 'Identified 1 new vulnerability across 1 project and 1 component, of which 0 are suppressed.',
    subject: {
      schema: NewVulnerabilitiesSummarySubjectSchema,
      message: {
        overview: {
          affectedProjectsCount: 1,
          affectedComponentsCount: 1,
          newVulnerabilitiesCount: 1,
          newVulnerabilitiesCountBySeverity: { HIGH: 1 },
          totalNewVulnerabilitiesCount: 1,
        },
        projectSummaries: [
          {
            project,
            newVulnerabilitiesCountBySeverity: { HIGH: 1 },
            totalNewVulnerabilitiesCountBySeverity: { HIGH: 1 },
          },
        ],
        findingsByProject: [
          { project, findings: [{ component, vulnerability, attributedOn: timestampFromDate(now) }] },
        ],
        since: timestampFromDate(now),
      },
    },
  }),
  NEW_POLICY_VIOLATIONS_SUMMARY: (now) => ({
    title: 'New Policy Violations Summary',
    content: 'Identified 1 new policy violation across 1 project and 1 component, of which 0 are suppressed.',
    subject: {
      schema: NewPolicyViolationsSummarySubjectSchema,
      message: {
        overview: {
          affectedProjectsCount: 1,
          affectedComponentsCount: 1,
          newViolationsCount: 1,
          newViolationsCountByType: { SECURITY: 1 },
          totalNewViolationsCount: 1,
        },
        projectSummaries: [
          {
            project,
            newViolationsCountByType: { SECURITY: 1 },
            totalNewViolationsCountByType: { SECURITY: 1 },
          },
        ],
        violationsByProject: [
          {
            project,
            violations: [
              {
                uuid: violation(now).uuid,
                component,
                policyCondition: condition,
                type: 'SECURITY',
                timestamp: timestampFromDate(now),
              },
            ],
          },
        ],
        since: timestampFromDate(now),
      },
    },
  }),
};
