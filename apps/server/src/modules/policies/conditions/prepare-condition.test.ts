import { describe, expect, it } from 'vitest';
import {
  COMPONENT,
  type PolicyComponent,
  type PolicyVulnerability,
  PROJECT,
  VULNERABILITY,
} from '../policy-messages.ts';
import { ProjectGraph } from '../project-graph.ts';
import { prepareCondition, violationTypeOf } from './prepare-condition.ts';

const MIT = { uuid: '11111111-1111-4111-8111-111111111111', id: 'MIT', name: 'MIT License' };
const APACHE = { uuid: '22222222-2222-4222-8222-222222222222', id: 'Apache-2.0', name: 'Apache License 2.0' };
const GPL = { uuid: '33333333-3333-4333-8333-333333333333', id: 'GPL-3.0-only', name: 'GPL v3' };
const GROUP = '44444444-4444-4444-8444-444444444444';
const HEX_GROUP = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const known = {
  licenses: new Map([MIT, APACHE, GPL].map((license) => [license.uuid, license])),
  groups: new Map([
    [GROUP, [MIT, APACHE]],
    [HEX_GROUP, [GPL]],
  ]),
};

const context = {
  now: new Date('2024-06-15T12:00:00Z'),
  components: new Map(),
  graph: new ProjectGraph([{ source: 0, target: 1 }]),
  project: { $typeName: PROJECT, uuid: '', name: 'shop', tags: [] },
};

const vuln = (more: Partial<PolicyVulnerability>): PolicyVulnerability => ({
  $typeName: VULNERABILITY,
  databaseId: 1,
  uuid: '',
  id: 'CVE-1',
  source: 'NVD',
  severity: 'HIGH',
  aliases: [],
  cwes: [],
  ...more,
});

interface Given {
  readonly component?: Partial<PolicyComponent>;
  readonly vulns?: readonly Partial<PolicyVulnerability>[];
}

function violates(subject: string, operator: string, value: string, { component, vulns = [] }: Given) {
  const prepared = prepareCondition({ subject, operator, value }, known);
  if ('error' in prepared) return prepared.error;
  const base = { $typeName: COMPONENT, id: 1, uuid: '', name: 'acme' } as const;
  return prepared.test({ component: { ...base, ...component }, vulns: vulns.map(vuln) }, context);
}

const licensed = (license: typeof MIT) => ({ component: { resolved_license: { ...license, groups: [] } } });
const expressed = (license_expression: string) => ({ component: { license_expression } });
const old = { component: { published_at: new Date('2024-05-16T00:00:00Z') } };
const behind = { component: { version: '1.2.3', latest_version: '3.0.0' } };
const hashed = { component: { hashes: { sha256: 'ABCD' } } };
const scored = { vulns: [{ epss_score: 0.5 }] };
const weak = { vulns: [{ cwes: [79] }, { cwes: [80, 81] }] };

const CPE_23 = 'cpe:2.3:a:acme:app:1.0:*:*:*:*:*:*:*';

describe('Every subject and operator of component policies', () => {
  it.each<[string, string, string, Given, boolean]>([
    ['AGE', 'NUMERIC_GREATER_THAN', 'P29D', old, true],
    ['AGE', 'NUMERIC_GREATER_THAN', 'P30D', old, false],
    ['AGE', 'NUMERIC_GREATER_THAN_OR_EQUAL', 'P30D', old, true],
    ['AGE', 'NUMERIC_EQUAL', 'P30D', old, true],
    ['AGE', 'NUMERIC_NOT_EQUAL', 'P30D', old, false],
    ['AGE', 'NUMERIC_LESS_THAN', 'P1Y', old, true],
    ['AGE', 'NUMERIC_LESSER_THAN_OR_EQUAL', 'P4W2D', old, true],
    ['AGE', 'NUMERIC_GREATER_THAN', 'P1D', {}, false],
    ['COORDINATES', 'MATCHES', '{"name": "ac*"}', {}, true],
    ['COORDINATES', 'NO_MATCH', '{"name": "ac*"}', {}, false],
    [
      'COORDINATES',
      'MATCHES',
      '{"group": "*", "name": "acme", "version": ">1"}',
      { component: { version: '2' } },
      true,
    ],
    ['CPE', 'MATCHES', 'a:acme', { component: { cpe: 'cpe:/a:acme:x' } }, true],
    ['CPE', 'NO_MATCH', 'a:acme', {}, true],
    ['PACKAGE_URL', 'MATCHES', '^pkg:npm/', { component: { purl: 'pkg:npm/x@1' } }, true],
    ['PACKAGE_URL', 'NO_MATCH', '^pkg:npm/', { component: { purl: 'pkg:npm/x@1' } }, false],
    ['SWID_TAGID', 'MATCHES', 'swid', { component: { swid_tag_id: 'swid-1' } }, true],
    ['SWID_TAGID', 'NO_MATCH', 'swid', { component: { swid_tag_id: 'swid-1' } }, false],
    ['COMPONENT_HASH', 'IS', '{"algorithm": "SHA-256", "value": "abcd"}', hashed, true],
    ['COMPONENT_HASH', 'IS_NOT', '{"algorithm": "SHA-256", "value": "abcd"}', hashed, false],
    ['COMPONENT_HASH', 'IS_NOT', '{"algorithm": "SHA3-256", "value": "abcd"}', hashed, true],
    ['IS_INTERNAL', 'IS', 'true', { component: { is_internal: true } }, true],
    ['IS_INTERNAL', 'IS', 'false', { component: { is_internal: true } }, false],
    ['IS_INTERNAL', 'IS_NOT', 'true', {}, true],
    ['CWE', 'CONTAINS_ANY', 'CWE-79, 999', weak, true],
    ['CWE', 'CONTAINS_ANY', '999', weak, false],
    ['CWE', 'CONTAINS_ALL', '80,CWE-81', weak, true],
    ['CWE', 'CONTAINS_ALL', '79,80', weak, false],
    ['EPSS', 'NUMERIC_GREATER_THAN', '0.4', scored, true],
    ['EPSS', 'NUMERIC_GREATER_THAN_OR_EQUAL', '0.5', scored, true],
    ['EPSS', 'NUMERIC_EQUAL', '0.5', scored, true],
    ['EPSS', 'NUMERIC_NOT_EQUAL', '0.5', scored, false],
    ['EPSS', 'NUMERIC_LESS_THAN', '0.5', scored, false],
    ['EPSS', 'NUMERIC_LESSER_THAN_OR_EQUAL', '0.5', scored, true],
    [
      'EXPRESSION',
      'MATCHES',
      'component.name == "acme" && vulns.exists(v, v.severity == "LOW")',
      { vulns: [{ severity: 'LOW' }] },
      true,
    ],
    ['EXPRESSION', 'MATCHES', 'project.name == "other"', {}, false],
    ['LICENSE', 'IS', MIT.uuid, licensed(MIT), true],
    ['LICENSE', 'IS', MIT.uuid, licensed(GPL), false],
    ['LICENSE', 'IS', MIT.uuid, expressed('MIT AND Apache-2.0'), true],
    ['LICENSE', 'IS', MIT.uuid, expressed('MIT OR Apache-2.0'), false],
    ['LICENSE', 'IS', MIT.uuid, { component: { license_name: 'mit license' } }, true],
    ['LICENSE', 'IS_NOT', MIT.uuid, licensed(GPL), true],
    ['LICENSE', 'IS_NOT', MIT.uuid, expressed('MIT OR Apache-2.0'), false],
    ['LICENSE', 'IS_NOT', MIT.uuid, expressed('MIT AND Apache-2.0'), true],
    ['LICENSE', 'IS_NOT', MIT.uuid, {}, true],
    ['LICENSE', 'IS', 'unresolved', {}, true],
    ['LICENSE', 'IS', 'unresolved', licensed(MIT), false],
    ['LICENSE', 'IS_NOT', 'unresolved', licensed(MIT), true],
    ['LICENSE_GROUP', 'IS', GROUP, licensed(APACHE), true],
    ['LICENSE_GROUP', 'IS', GROUP, licensed(GPL), false],
    ['LICENSE_GROUP', 'IS', GROUP, expressed('MIT OR Apache-2.0'), true],
    ['LICENSE_GROUP', 'IS_NOT', GROUP, licensed(GPL), true],
    ['LICENSE_GROUP', 'IS_NOT', GROUP, expressed('GPL-3.0-only OR MIT'), false],
    ['LICENSE_GROUP', 'IS_NOT', GROUP, expressed('GPL-3.0-only AND MIT'), true],
    ['SEVERITY', 'IS', 'HIGH', { vulns: [{}, { severity: 'LOW' }] }, true],
    ['SEVERITY', 'IS_NOT', 'HIGH', { vulns: [{}] }, false],
    ['SEVERITY', 'IS_NOT', 'HIGH', { vulns: [{}, { severity: 'LOW' }] }, true],
    ['SEVERITY', 'IS', 'HIGH', {}, false],
    ['VERSION', 'NUMERIC_GREATER_THAN', '1.9', { component: { version: '1.10' } }, true],
    ['VERSION', 'NUMERIC_GREATER_THAN_OR_EQUAL', '1.10', { component: { version: '1.10' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', '1.10', { component: { version: '1.10' } }, true],
    ['VERSION', 'NUMERIC_NOT_EQUAL', '1.10', { component: { version: '1.10' } }, false],
    ['VERSION', 'NUMERIC_LESS_THAN', '1.9', { component: { version: '1.10' } }, false],
    ['VERSION', 'NUMERIC_LESSER_THAN_OR_EQUAL', '1.10', { component: { version: '1.9' } }, true],
    ['CPE', 'MATCHES', 'cpe:/a:acme:app:1.0', { component: { cpe: CPE_23 } }, true],
    ['CPE', 'MATCHES', CPE_23, { component: { cpe: 'cpe:/a:acme:app:1.0' } }, true],
    ['CPE', 'MATCHES', CPE_23, { component: { cpe: 'cpe:/a:acme:app:1.1' } }, false],
    ['CPE', 'NO_MATCH', 'cpe:/a:acme:app:1.0', { component: { cpe: CPE_23 } }, false],
    ['VERSION', 'NUMERIC_LESSER_THAN_OR_EQUAL', 'v0.4.*', { component: { version: 'v0.4.2' } }, false],
    ['VERSION', 'NUMERIC_LESSER_THAN_OR_EQUAL', 'v0.4.*', { component: { version: 'v0.4.0' } }, true],
    ['VERSION', 'NUMERIC_LESSER_THAN_OR_EQUAL', 'v0.4.*', { component: { version: 'v0.4' } }, true],
    ['VERSION', 'NUMERIC_LESSER_THAN_OR_EQUAL', 'v0.4.*', { component: { version: 'v0.3.9' } }, true],
    ['VERSION', 'NUMERIC_LESS_THAN', 'v0.4.*', { component: { version: 'v0.4.2' } }, false],
    ['VERSION', 'NUMERIC_GREATER_THAN', 'v0.4.*', { component: { version: 'v0.4.2' } }, true],
    ['VERSION', 'NUMERIC_GREATER_THAN_OR_EQUAL', 'v0.4.*', { component: { version: 'v0.3.9' } }, false],
    ['VERSION', 'NUMERIC_EQUAL', 'v0.4.*', { component: { version: 'v0.4.2' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', 'v0.4.*', { component: { version: 'v0.40.2' } }, false],
    ['VERSION', 'NUMERIC_EQUAL', 'v0.4.*', { component: { version: 'v0.5.0' } }, false],
    ['VERSION', 'NUMERIC_NOT_EQUAL', 'v0.4.*', { component: { version: 'v0.4.2' } }, false],
    ['VERSION', 'NUMERIC_NOT_EQUAL', 'v0.4.*', { component: { version: 'v0.5.0' } }, true],
    ['VERSION_DISTANCE', 'NUMERIC_GREATER_THAN', '{"major": "1"}', behind, true],
    ['VERSION_DISTANCE', 'NUMERIC_GREATER_THAN_OR_EQUAL', '{"major": "2", "minor": "?"}', behind, true],
    ['VERSION_DISTANCE', 'NUMERIC_EQUAL', '{"major": 2}', behind, true],
    ['VERSION_DISTANCE', 'NUMERIC_NOT_EQUAL', '{"major": "2"}', behind, false],
    ['VERSION_DISTANCE', 'NUMERIC_LESS_THAN', '{"epoch": "1"}', behind, true],
    ['VERSION_DISTANCE', 'NUMERIC_LESSER_THAN_OR_EQUAL', '{"major": "1"}', behind, false],
    [
      'VERSION_DISTANCE',
      'NUMERIC_GREATER_THAN',
      '{"major": "1"}',
      { component: { ...behind.component, id: 2 } },
      false,
    ],
    ['VULNERABILITY_ID', 'IS', 'CVE-1', { vulns: [{}] }, true],
    ['VULNERABILITY_ID', 'IS_NOT', 'CVE-1', { vulns: [{}, { id: 'CVE-2' }] }, true],
    ['VULNERABILITY_ID', 'IS_NOT', 'CVE-1', { vulns: [{}] }, false],
  ])('%s %s %s', (subject, operator, value, given, expected) => {
    expect(violates(subject, operator, value, given)).toBe(expected);
  });

  it.each<[string, string, string, Given, boolean]>([
    ['COORDINATES', 'MATCHES', '{"group": "org", "name": "acme"}', { component: { group: 'com' } }, false],
    ['COORDINATES', 'MATCHES', '{"group": "^$"}', {}, true],
    ['COORDINATES', 'MATCHES', '{"name": "a.*e"}', {}, true],
    ['COORDINATES', 'MATCHES', '{"name": ">acme"}', {}, false],
    ['COORDINATES', 'MATCHES', '{"version": " >=  1.10 "}', { component: { version: '1.10' } }, true],
    ['COORDINATES', 'MATCHES', '{"version": ">=1.10"}', { component: { version: '1.9' } }, false],
    ['COORDINATES', 'MATCHES', '{"version": "1>2"}', { component: { version: '1>2' } }, true],
    ['CPE', 'MATCHES', '^cpe:2.3:a:acme', { component: { cpe: 'cpe:/a:acme:app:1.0' } }, true],
    ['CPE', 'MATCHES', '^$', {}, true],
    ['PACKAGE_URL', 'MATCHES', '^$', {}, true],
    ['SWID_TAGID', 'MATCHES', 'x', {}, false],
    ['COMPONENT_HASH', 'IS', '{"algorithm": "SHA_256", "value": " ABCD "}', hashed, true],
    ['COMPONENT_HASH', 'IS', '{"algorithm": "SHA-256", "value": "abcd"}', {}, false],
    [
      'COMPONENT_HASH',
      'IS',
      '{"algorithm": "SHA3-256", "value": "abcd"}',
      { component: { hashes: { sha3_256: 'abcd' } } },
      true,
    ],
    [
      'COMPONENT_HASH',
      'IS',
      '{"algorithm": "BLAKE2b-512", "value": "abcd"}',
      { component: { hashes: { blake2b_512: 'abcd' } } },
      true,
    ],
    ['IS_INTERNAL', 'IS', ' TRUE ', { component: { is_internal: true } }, true],
    ['CWE', 'CONTAINS_ANY', ' cwe-79 ', weak, true],
    ['EPSS', 'NUMERIC_LESS_THAN', '0.5', { vulns: [{}, { epss_score: null }] }, false],
    ['EPSS', 'NUMERIC_LESS_THAN', ' 0.6 ', scored, true],
    ['LICENSE', 'IS', ` ${MIT.uuid} `, licensed(MIT), true],
    ['LICENSE', 'IS', APACHE.uuid.toUpperCase(), licensed(APACHE), true],
    ['LICENSE', 'IS', ' UNRESOLVED ', {}, true],
    ['LICENSE', 'IS', MIT.uuid, { component: { license_name: 'MIT' } }, true],
    ['LICENSE', 'IS', MIT.uuid, { component: { license_name: 'Apache License 2.0' } }, false],
    ['LICENSE', 'IS', MIT.uuid, { component: {} }, false],
    ['LICENSE_GROUP', 'IS', ` ${GROUP} `, licensed(MIT), true],
    ['LICENSE_GROUP', 'IS', HEX_GROUP.toUpperCase(), licensed(GPL), true],
    ['SEVERITY', 'IS', 'HIGH', { vulns: [{ severity: 'LOW' }] }, false],
    ['VERSION', 'NUMERIC_LESS_THAN', '2', {}, false],
    ['VERSION', 'NUMERIC_EQUAL', ' 1.10 ', { component: { version: '1.10' } }, true],
    ['VERSION', 'NUMERIC_LESS_THAN', 'v2', { component: { version: '3' } }, true],
    ['VERSION', 'NUMERIC_GREATER_THAN', '3', { component: { version: 'v2' } }, true],
    ['VERSION', 'NUMERIC_GREATER_THAN', 'R2', { component: { version: 'r10' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', '1.0', { component: { version: '1' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', '4*', { component: { version: '4.1' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', '4-**', { component: { version: '4-rc' } }, true],
    ['VERSION', 'NUMERIC_EQUAL', '1.*.2', { component: { version: '1.3.2' } }, false],
    ['VERSION', 'NUMERIC_EQUAL', '1.2a.*', { component: { version: '1.2a10' } }, true],
    ['VERSION_DISTANCE', 'NUMERIC_LESS_THAN', '{"major": "9"}', { component: { version: '1' } }, false],
    [
      'VERSION_DISTANCE',
      'NUMERIC_LESS_THAN',
      '{"major": "9"}',
      { component: { latest_version: '1' } },
      false,
    ],
    [
      'VERSION_DISTANCE',
      'NUMERIC_NOT_EQUAL',
      '{"major": "9"}',
      { component: { version: 'x', latest_version: 'y' } },
      false,
    ],
    ['VULNERABILITY_ID', 'IS', 'CVE-2', { vulns: [{}] }, false],
  ])('%s %s %j reads values as people write them', (subject, operator, value, given, expected) => {
    expect(violates(subject, operator, value, given)).toBe(expected);
  });

  it.each([
    ['SEVERITY', 'MATCHES', 'HIGH', 'SEVERITY has no operator MATCHES.'],
    ['AGE', 'NUMERIC_EQUAL', 'a month', 'AGE needs an ISO 8601 period such as P30D.'],
    ['COORDINATES', 'MATCHES', 'acme', 'The value of COORDINATES must be a JSON object.'],
    ['COORDINATES', 'MATCHES', '{}', 'COORDINATES needs a group, a name or a version.'],
    ['CWE', 'CONTAINS_ANY', 'XSS', "'XSS' is not a CWE."],
    ['LICENSE', 'IS', '99999999-9999-4999-8999-999999999999', 'The license could not be found.'],
    ['LICENSE_GROUP', 'IS', 'x', 'The license group could not be found.'],
    [
      'VERSION_DISTANCE',
      'NUMERIC_EQUAL',
      '{}',
      'VERSION_DISTANCE needs an epoch, a major, a minor or a patch.',
    ],
    ['EXPRESSION', 'MATCHES', 'nope', "1:1: undeclared reference to 'nope'"],
    ['AGE', 'IS', 'P30D', 'AGE has no operator IS.'],
    ['VERSION', 'IS', '1', 'VERSION has no operator IS.'],
    ['VERSION', 'NUMERIC_ALIKE', '1', 'NUMERIC_ALIKE cannot compare versions.'],
    ['EPSS', 'IS', '1', 'EPSS has no operator IS.'],
    ['EPSS', 'NUMERIC_EQUAL', ' ', 'EPSS needs a number.'],
    ['EPSS', 'NUMERIC_EQUAL', 'much', 'EPSS needs a number.'],
    ['CWE', 'CONTAINS_ANY', ' CWE-79x ', "'CWE-79x' is not a CWE."],
    ['CWE', 'CONTAINS_ANY', 'x79', "'x79' is not a CWE."],
    ['COMPONENT_HASH', 'IS', '{"algorithm": "MD5"}', 'COMPONENT_HASH needs an algorithm and a value.'],
    ['COMPONENT_HASH', 'IS', '{"value": "abcd"}', 'COMPONENT_HASH needs an algorithm and a value.'],
    ['IS_INTERNAL', 'IS', 'yes', 'IS_INTERNAL needs true or false.'],
    ['EXPRESSION', 'MATCHES', 'a + b', "1:1: undeclared reference to 'a'; 1:5: undeclared reference to 'b'"],
    ['COMPONENT_SCOPE', 'IS', 'x', 'There is no subject COMPONENT_SCOPE.'],
  ])('%s %s %s has an error, because it can never be violated', (subject, operator, value, error) => {
    expect(violates(subject, operator, value, {})).toBe(error);
  });

  it('a broken regular expression is an error', () => {
    expect(violates('CPE', 'MATCHES', '(', {})).toContain('invalid regular expression');
  });

  it.each([
    ['SECURITY', ['CWE', 'EPSS', 'SEVERITY', 'VULNERABILITY_ID']],
    ['LICENSE', ['LICENSE', 'LICENSE_GROUP']],
    [
      'OPERATIONAL',
      ['AGE', 'COMPONENT_HASH', 'COORDINATES', 'CPE', 'IS_INTERNAL', 'PACKAGE_URL', 'SWID_TAGID'],
    ],
    ['OPERATIONAL', ['VERSION', 'VERSION_DISTANCE']],
  ])('the violation type %s follows from the subjects %j, whatever the condition has', (type, subjects) => {
    for (const subject of subjects)
      expect(violationTypeOf(subject, type === 'SECURITY' ? 'LICENSE' : 'SECURITY')).toBe(type);
  });

  it('an expression and an unknown subject have the violation type of the condition', () => {
    expect(violationTypeOf('EXPRESSION', 'LICENSE')).toBe('LICENSE');
    expect(violationTypeOf('COMPONENT_SCOPE', 'SECURITY')).toBe('SECURITY');
    expect(violationTypeOf('EXPRESSION', null)).toBe('OPERATIONAL');
  });
});
