import { Timestamp } from '@tallyman/cel';
import { describe, expect, it } from 'vitest';
import { compileExpression } from './compile-expression.ts';
import { findingEnvironment } from './policy-environment.ts';
import { COMPONENT, type PolicyComponent, PROJECT, VULNERABILITY } from './policy-messages.ts';
import { ProjectGraph } from './project-graph.ts';

const component = (id: number, name: string, more: Partial<PolicyComponent> = {}): PolicyComponent => ({
  $typeName: COMPONENT,
  id,
  uuid: `uuid-${id}`,
  name,
  version: '1.5.0',
  ...more,
});

/* project → a → b → c → d, and project → e → d. */
const components = [
  component(1, 'a', { group: 'org.acme', latest_version: '3.0.0', version: '1.0.0' }),
  component(2, 'b'),
  component(3, 'c', { latest_version: '3.0.0', version: '1.0.0' }),
  component(4, 'd', { is_internal: true }),
  component(5, 'e', {
    published_at: new Date('2024-01-01T00:00:00Z'),
    md5: 'AA',
    package_artifact_md5: 'bb',
  }),
];
const edges = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [0, 5],
  [5, 4],
] as const;
const context = {
  now: new Date('2024-03-01T00:00:00Z'),
  components: new Map(components.map((each) => [each.id, each])),
  graph: new ProjectGraph(edges.map(([source, target]) => ({ source, target }))),
};
const project = { $typeName: PROJECT, uuid: '', name: 'shop', version: '2.0', tags: ['web'] };
const vuln = {
  $typeName: VULNERABILITY,
  id: 'CVE-1',
  source: 'NVD',
  severity: 'HIGH',
  aliases: [{ id: 'GHSA-1', source: 'GITHUB' }],
  cwes: [79],
  cvssv3_base_score: 7.5,
  published: new Date('2024-02-01T00:00:00Z'),
};

function evaluate(name: string, expression: string): unknown {
  const { program, issues } = compileExpression(findingEnvironment, expression);
  if (!program) return issues;
  const subject = components.find((each) => each.name === name);
  return program.evaluate({ component: subject, project, vuln, now: Timestamp.ofDate(context.now) }, context);
}

describe('Functions of policy expressions', () => {
  it.each<[string, string, boolean]>([
    ['c', 'component.is_dependency_of(v1.Component{name: "a"})', true],
    ['a', 'component.is_dependency_of(v1.Component{name: "b"})', false],
    ['c', 'component.is_direct_dependency_of(v1.Component{name: "b"})', true],
    ['c', 'component.is_direct_dependency_of(v1.Component{name: "a"})', false],
    ['c', 'component.is_exclusive_dependency_of(v1.Component{name: "a"})', true],
    ['d', 'component.is_exclusive_dependency_of(v1.Component{name: "a"})', false],
    ['a', 'component.is_exclusive_dependency_of(v1.Component{name: "a"})', false],
    ['a', 'project.depends_on(v1.Component{name: "re:^[de]$", is_internal: true})', true],
    ['a', 'project.depends_on(v1.Component{group: "org.acme", version: "vers:maven/>1.1"})', false],
    ['a', 'project.depends_on(v1.Component{})', false],
    ['b', 'component.matches_range("vers:maven/>1.0|<2.0")', true],
    ['b', 'project.matches_range("vers:generic/<2.0")', false],
    ['e', 'component.compare_age(">=", "P60D")', true],
    ['e', 'component.compare_age("NUMERIC_LESS_THAN", "P60D")', false],
    ['a', 'component.compare_age(">", "P1D")', false],
    ['a', 'component.version_distance(">=", v1.VersionDistance{major: "2"})', true],
    ['a', 'component.compare_version_distance(">", v1.VersionDistance{major: 2})', false],
    ['c', 'component.version_distance(">=", v1.VersionDistance{major: 1})', false],
    ['e', 'component.has_package_artifact_hash_mismatch()', true],
    ['a', 'component.has_package_artifact_hash_mismatch()', false],
    ['a', 'spdx_expr_allows("MIT OR GPL-3.0-only", ["MIT"])', true],
    ['a', 'spdx_expr_requires_any("MIT AND GPL-3.0-only", ["MIT"])', true],
    ['a', '"web" in project.tags && 79 in vuln.cwes && vuln.cvssv3_base_score >= 7.0', true],
    ['a', 'vuln.aliases.exists(alias, alias.id == "GHSA-1" && alias.source == "GITHUB")', true],
    ['a', 'now - vuln.published < duration("30d") && !has(vuln.created)', true],
    ['b', 'has(component.group) || component.resolved_license.id == "MIT"', false],
  ])('%s: %s', (name, expression, expected) => {
    expect(evaluate(name, expression)).toBe(expected);
  });

  it.each([
    ['component.compare_age("=", "P1D")', "'=' is not a comparison: use >, >=, ==, !=, <= or <"],
    ['component.compare_age(">", "a day")', "'a day' is not a period"],
    [
      'component.matches_range(">1.0")',
      "'>1.0' is not a range of versions: write vers:<scheme>/<constraints>",
    ],
    ['component.depends_on(v1.Component{name: "a"})', expect.stringContaining('no matching overload')],
    ['vulns.size() > 0', "undeclared reference to 'vulns'"],
  ])('%s is rejected when it is saved', (expression, message) => {
    expect(evaluate('a', expression)).toEqual([expect.objectContaining({ line: 1, message })]);
  });
});
