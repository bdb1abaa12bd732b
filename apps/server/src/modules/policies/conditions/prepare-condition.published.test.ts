import { expect, it } from 'vitest';
import { publishedRows } from '../../../../test/support/published-rows.ts';
import {
  COMPONENT,
  type PolicyComponent,
  type PolicyVulnerability,
  VULNERABILITY,
} from '../policy-messages.ts';
import { ProjectGraph } from '../project-graph.ts';
import type { Condition } from './condition.ts';
import { prepareCondition } from './prepare-condition.ts';

interface Row {
  readonly subject: string;
  readonly operator: string;
  readonly condition_value: string;
  readonly component_or_vulnerability_value: string | number | null;
  readonly violation: boolean;
}

const context = { now: new Date(), components: new Map(), graph: new ProjectGraph([]) };
const FIELDS: Readonly<Record<string, string>> = {
  CPE: 'cpe',
  PACKAGE_URL: 'purl',
  SWID_TAGID: 'swid_tag_id',
  VERSION: 'version',
};

it('published rows of conditions hold', () => {
  const rows = publishedRows<Row>('policy/condition_cases.json');
  expect(rows.filter((row) => violates(row) !== row.violation)).toEqual([]);
});

function violates(row: Row): boolean {
  const condition: Condition = { subject: row.subject, operator: row.operator, value: row.condition_value };
  const prepared = prepareCondition(condition, { licenses: new Map(), groups: new Map() });
  if ('error' in prepared) return false;
  return prepared.test({ component: componentOf(row), vulns: [vulnerabilityOf(row)] }, context);
}

function componentOf({ subject, component_or_vulnerability_value: value }: Row): PolicyComponent {
  const base = { $typeName: COMPONENT, id: 1, uuid: '', name: '' } as const;
  if (subject === 'COORDINATES') return { ...base, ...JSON.parse(String(value)) };
  const field = FIELDS[subject];
  return field ? { ...base, [field]: value } : base;
}

function vulnerabilityOf({ subject, component_or_vulnerability_value: value }: Row): PolicyVulnerability {
  return {
    $typeName: VULNERABILITY,
    databaseId: 1,
    uuid: '',
    id: subject === 'VULNERABILITY_ID' ? String(value) : '',
    source: 'NVD',
    severity: subject === 'SEVERITY' ? String(value) : 'UNASSIGNED',
    aliases: [],
    cwes: [],
    epss_score: subject === 'EPSS' ? (value as number | null) : null,
  };
}
