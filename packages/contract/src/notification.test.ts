import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { file_tallyman_notification_v1_notification as file } from './notification.ts';

/**
 * The messages of the contract: `name number type`, `?` if presence is tracked, `[]` if repeated, the JSON name if it
 * is not the default, `deprecated` if it is.
 */
const MESSAGES: Record<string, string> = {
  Notification:
    'level 1 Level; scope 2 Scope; group 3 Group; title 4 string; content 5 string; timestamp 6 Timestamp; subject 7 Any; id 8 string',
  BackReference: 'api_uri 1 string?; frontend_uri 2 string?',
  Component:
    'uuid 1 string; group 2 string?; name 3 string; version 4 string; purl 5 string?; md5 6 string?; sha1 7 string?; sha256 8 string?; sha512 9 string?',
  Project:
    'uuid 1 string; name 2 string; version 3 string?; description 4 string?; purl 5 string?; tags 6 string[]; is_active 7 bool?',
  PolicyViolation: 'uuid 1 string; type 2 string; timestamp 3 Timestamp; condition 4 PolicyCondition',
  PolicyCondition: 'uuid 1 string; subject 2 string; operator 3 string; value 4 string; policy 5 Policy',
  Policy: 'uuid 1 string; name 2 string; violation_state 3 string',
  Bom: 'content 1 string; format 2 string; spec_version 3 string',
  UserSubject: 'username 1 string; email 2 string?',
  VulnerabilityAnalysis:
    'component 1 Component; project 2 Project; vulnerability 3 Vulnerability; state 4 string?; suppressed 5 bool?',
  PolicyViolationAnalysis:
    'component 1 Component; project 2 Project; policy_violation 3 PolicyViolation; state 4 string?; suppressed 5 bool?',
  Vulnerability:
    'uuid 1 string; vuln_id 2 string; source 3 string; aliases 4 Alias[]; title 5 string?; sub_title 6 string? subtitle; ' +
    'description 7 string?; recommendation 8 string?; cvss_v2 9 double? cvssv2; cvss_v3 10 double? cvssv3; ' +
    'owasp_rr_likelihood 11 double? owaspRRLikelihood; owasp_rr_technical_impact 12 double? owaspRRTechnicalImpact; ' +
    'owasp_rr_business_impact 13 double? owaspRRBusinessImpact; severity 14 string?; cwes 15 Cwe[]; ' +
    'cvss_v2_vector 16 string? cvssV2Vector; cvss_v3_vector 17 string? cvssV3Vector; owasp_rr_vector 18 string? owaspRRVector; ' +
    'cvss_v4 19 double? cvssv4; cvss_v4_vector 20 string? cvssV4Vector',
  'Vulnerability.Alias': 'id 1 string vulnId; source 2 string',
  'Vulnerability.Cwe': 'cwe_id 1 int32; name 2 string',
  BomConsumedOrProcessedSubject: 'project 1 Project; bom 2 Bom; token 3 string',
  BomProcessingFailedSubject: 'project 1 Project; bom 2 Bom; cause 3 string; token 4 string',
  BomValidationFailedSubject: 'project 1 Project; bom 2 Bom; errors 3 string[]',
  NewVulnerabilitySubject:
    'component 1 Component; project 2 Project; vulnerability 3 Vulnerability; affected_projects_reference 4 BackReference; ' +
    'vulnerability_analysis_level 5 string? deprecated; affected_projects 6 Project[] deprecated; analysis_trigger 7 AnalysisTrigger',
  NewVulnerableDependencySubject:
    'component 1 Component; project 2 Project; vulnerabilities 3 Vulnerability[]',
  PolicyViolationSubject: 'component 1 Component; project 2 Project; policy_violation 3 PolicyViolation',
  VexConsumedOrProcessedSubject: 'project 1 Project; vex 2 bytes; format 3 string; spec_version 4 string',
  VulnerabilityAnalysisDecisionChangeSubject:
    'component 1 Component; project 2 Project; vulnerability 3 Vulnerability; analysis 4 VulnerabilityAnalysis',
  PolicyViolationAnalysisDecisionChangeSubject:
    'component 1 Component; project 2 Project; policy_violation 3 PolicyViolation; analysis 4 PolicyViolationAnalysis',
  // An extension: the contract has no group for administrative actions (ADR 0197).
  AuditLogEntrySubject:
    'position 1 int64; occurred_at 2 Timestamp; actor_kind 3 string; actor_name 4 string?; address 5 string?; action 6 string; ' +
    'subject_kind 7 string; subject_id 8 string?; subject_name 9 string?; changes 10 string',
  VulnerabilityRetractedSubject: 'component 1 Component; project 2 Project; vulnerability 3 Vulnerability',
  NewVulnerabilitiesSummarySubject:
    'overview 1 Overview; project_summaries 2 ProjectSummaryEntry[]; findings_by_project 3 ProjectFindingsEntry[]; since 4 Timestamp',
  'NewVulnerabilitiesSummarySubject.Overview':
    'affected_projects_count 1 int32; affected_components_count 2 int32; new_vulnerabilities_count 3 int32; ' +
    'new_vulnerabilities_count_by_severity 4 map<string, int32>; suppressed_new_vulnerabilities_count 5 int32; total_new_vulnerabilities_count 6 int32',
  'NewVulnerabilitiesSummarySubject.ProjectSummaryEntry':
    'project 1 Project; new_vulnerabilities_count_by_severity 2 map<string, int32>; ' +
    'suppressed_new_vulnerabilities_count_by_severity 3 map<string, int32>; total_new_vulnerabilities_count_by_severity 4 map<string, int32>',
  'NewVulnerabilitiesSummarySubject.ProjectFindingsEntry': 'project 1 Project; findings 2 Finding[]',
  'NewVulnerabilitiesSummarySubject.Finding':
    'component 1 Component; vulnerability 2 Vulnerability; analyzer_identity 3 string?; attributed_on 4 Timestamp; ' +
    'reference_url 5 string?; analysis_state 6 string?; suppressed 7 bool',
  NewPolicyViolationsSummarySubject:
    'overview 1 Overview; project_summaries 2 ProjectSummaryEntry[]; violations_by_project 3 ProjectViolationsEntry[]; since 4 Timestamp',
  'NewPolicyViolationsSummarySubject.Overview':
    'affected_projects_count 1 int32; affected_components_count 2 int32; new_violations_count 3 int32; ' +
    'new_violations_count_by_type 4 map<string, int32>; suppressed_new_violations_count 5 int32; total_new_violations_count 6 int32',
  'NewPolicyViolationsSummarySubject.ProjectSummaryEntry':
    'project 1 Project; new_violations_count_by_type 2 map<string, int32>; ' +
    'suppressed_new_violations_count_by_type 3 map<string, int32>; total_new_violations_count_by_type 4 map<string, int32>',
  'NewPolicyViolationsSummarySubject.ProjectViolationsEntry': 'project 1 Project; violations 2 Violation[]',
  'NewPolicyViolationsSummarySubject.Violation':
    'uuid 1 string; component 2 Component; policy_condition 3 PolicyCondition; type 4 string; timestamp 5 Timestamp; ' +
    'analysis_state 6 string?; suppressed 7 bool',
};

const ENUMS: Record<string, string> = {
  Level: 'LEVEL_UNSPECIFIED=0, LEVEL_INFORMATIONAL=1, LEVEL_WARNING=2, LEVEL_ERROR=3',
  Scope: 'SCOPE_UNSPECIFIED=0, SCOPE_PORTFOLIO=1, SCOPE_SYSTEM=2',
  Group:
    'GROUP_UNSPECIFIED=0, GROUP_CONFIGURATION=1, GROUP_DATASOURCE_MIRRORING=2, GROUP_REPOSITORY=3, GROUP_INTEGRATION=4, ' +
    'GROUP_FILE_SYSTEM=6, GROUP_ANALYZER=7, GROUP_NEW_VULNERABILITY=8, GROUP_NEW_VULNERABLE_DEPENDENCY=9, ' +
    'GROUP_PROJECT_AUDIT_CHANGE=10, GROUP_BOM_CONSUMED=11, GROUP_BOM_PROCESSED=12, GROUP_VEX_CONSUMED=13, ' +
    'GROUP_VEX_PROCESSED=14, GROUP_POLICY_VIOLATION=15, GROUP_PROJECT_CREATED=16, GROUP_BOM_PROCESSING_FAILED=17, ' +
    'GROUP_USER_CREATED=19, GROUP_USER_DELETED=20, GROUP_BOM_VALIDATION_FAILED=21, GROUP_VULNERABILITY_RETRACTED=22, ' +
    'GROUP_NEW_VULNERABILITIES_SUMMARY=23, GROUP_NEW_POLICY_VIOLATIONS_SUMMARY=24, GROUP_AUDIT_LOG=25',
  AnalysisTrigger:
    'ANALYSIS_TRIGGER_UNSPECIFIED=0, ANALYSIS_TRIGGER_BOM_UPLOAD=1, ANALYSIS_TRIGGER_SCHEDULE=2, ANALYSIS_TRIGGER_MANUAL=3',
};

describe('Notification messages (package tallyman.notification.v1, syntax proto3)', () => {
  const messages = new Map(file.messages.flatMap(withNested).map((message) => [nameOf(message), message]));

  it('are the messages of the contract and no others', () => {
    expect([...messages.keys()].sort()).toEqual(Object.keys(MESSAGES).sort());
  });

  it.each(Object.entries(MESSAGES))('%s has its fields: %s', (name, fields) => {
    expect(messages.get(name)?.fields.map(describeField).join('; ')).toBe(fields);
  });

  it.each(Object.entries(ENUMS))('enum %s has its values: %s', (name, values) => {
    const found = file.enums.find((candidate) => candidate.name === name);
    expect(found?.values.map((value) => `${value.name}=${value.number}`).join(', ')).toBe(values);
  });

  it('numbers 5 and 18 of Group are reserved, with their names', () => {
    const group = file.enums.find((candidate) => candidate.name === 'Group');
    expect(group?.proto.reservedRange.map(({ start, end }) => [start, end])).toEqual([
      [5, 5],
      [18, 18],
    ]);
    expect(group?.proto.reservedName).toEqual([
      'GROUP_INDEXING_SERVICE',
      'GROUP_PROJECT_VULN_ANALYSIS_COMPLETE',
    ]);
  });
});

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

function nameOf(message: DescMessage): string {
  return message.parent ? `${nameOf(message.parent)}.${message.name}` : message.name;
}

function describeField(field: DescField): string {
  const defaultJsonName = field.name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const fixed =
    field.proto.jsonName !== defaultJsonName || JSON_NAME_FIXED.has(field.name) ? [field.jsonName] : [];
  const notes = [...fixed, ...(field.deprecated ? ['deprecated'] : [])];
  return [field.name, field.number, typeOf(field), ...notes].join(' ');
}

/** Their fixed JSON names equal the default ones. */
const JSON_NAME_FIXED = new Set(['cvss_v2_vector', 'cvss_v3_vector', 'cvss_v4_vector']);

function typeOf(field: DescField): string {
  if (field.fieldKind === 'map') return 'map<string, int32>';
  if (field.fieldKind === 'list') return `${field.message?.name ?? scalar(field.scalar)}[]`;
  if (field.fieldKind === 'message') return field.message.name;
  if (field.fieldKind === 'enum') return field.enum.name;
  return `${scalar(field.scalar)}${field.proto.proto3Optional ? '?' : ''}`;
}

function scalar(type: ScalarType | undefined): string {
  return type === undefined ? 'unknown' : ScalarType[type].toLowerCase();
}
