import type { CallInput } from '@tallyman/client';
import {
  bomExportOperations,
  type Finding,
  findingOperations,
  type Operation,
  vexOperations,
} from '@tallyman/contract';
import { client } from '../../api/client.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toCsv } from '../../ui/to-csv.ts';
import { toFindingsQuery } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';

/** More rows would not open in a spreadsheet, and would not fit into the memory of a browser. */
const MAX_ROWS = 100_000;
const PAGE_SIZE = 1_000;

const COLUMNS: readonly (readonly [
  title: string,
  value: (finding: Finding) => string | number | undefined,
])[] = [
  ['Project', ({ component }) => component.projectName],
  ['Project version', ({ component }) => component.projectVersion],
  ['Component group', ({ component }) => component.group],
  ['Component', ({ component }) => component.name],
  ['Component version', ({ component }) => component.version],
  ['Package URL', ({ component }) => component.purl],
  ['Vulnerability', ({ vulnerability }) => vulnerability.vulnId],
  ['Source', ({ vulnerability }) => vulnerability.source],
  ['Title', ({ vulnerability }) => vulnerability.title],
  ['Severity', ({ vulnerability }) => vulnerability.severity],
  ['CVSS v4', ({ vulnerability }) => vulnerability.cvssV4Score],
  ['CVSS v3', ({ vulnerability }) => vulnerability.cvssV3BaseScore],
  ['CVSS v2', ({ vulnerability }) => vulnerability.cvssV2BaseScore],
  ['EPSS', ({ vulnerability }) => vulnerability.epssScore],
  ['Known exploited', ({ vulnerability }) => (vulnerability.isKev ? 'yes' : 'no')],
  ['Analysis', ({ analysis }) => analysis.state ?? 'NOT_SET'],
  ['Justification', ({ analysis }) => analysis.justification],
  ['Response', ({ analysis }) => analysis.response],
  ['Details', ({ analysis }) => analysis.detail],
  ['Suppressed', ({ analysis }) => (analysis.isSuppressed ? 'yes' : 'no')],
];

/** Saves the findings of a view as CSV. Returns whether all of them fit. */
export async function exportCsv(search: FindingsSearch): Promise<boolean> {
  const rows: (string | number | undefined)[][] = [COLUMNS.map(([title]) => title)];
  let isComplete = true;
  const input = { query: toFindingsQuery(search), pageSize: PAGE_SIZE };
  for await (const page of client.pages(findingOperations.listFindings, input)) {
    rows.push(...page.rows.map((finding) => COLUMNS.map(([, value]) => value(finding))));
    isComplete = rows.length <= MAX_ROWS;
    if (!isComplete) break;
  }
  // The mark at the beginning makes spreadsheets read it as UTF-8.
  saveFile('findings.csv', new Blob(['\uFEFF', toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  return isComplete;
}

/** Documents about one project that the service writes. */
export const PROJECT_EXPORTS = [
  {
    label: 'VEX: the decisions on all findings',
    operation: vexOperations.exportVex,
    save: (uuid: string) => save('vex.cdx.json', vexOperations.exportVex, { params: { uuid } }),
  },
  {
    label: 'VDR: findings with decisions and components',
    operation: findingOperations.exportFindings,
    save: (uuid: string) =>
      save('vdr.cdx.json', bomExportOperations.exportProject, {
        params: { uuid },
        query: { variant: 'vdr' },
      }),
  },
  {
    label: 'FPF: findings for other tools',
    operation: findingOperations.exportFindings,
    save: (uuid: string) => save('findings.fpf.json', findingOperations.exportFindings, { params: { uuid } }),
  },
  {
    label: 'BOM: components only',
    operation: bomExportOperations.exportProject,
    save: (uuid: string) => save('bom.cdx.json', bomExportOperations.exportProject, { params: { uuid } }),
  },
] as const;

async function save<O extends Operation>(name: string, operation: O, input: CallInput<O>): Promise<void> {
  const start: (operation: O, input: CallInput<O>) => ReturnType<typeof client.download> = client.download;
  const { body } = await start(operation, input);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of body) parts.push(new Uint8Array(part));
  saveFile(name, new Blob(parts));
}
