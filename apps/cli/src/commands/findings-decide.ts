import type { Client } from '@tallyman/client';
import type {
  BulkAnalysisRequest,
  BulkAnalysisResult,
  BulkUndoResult,
  DecidedFinding,
} from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { addDecisionOptions, type DecisionOptions, toDecision } from '../findings/decision-options.ts';
import {
  addTargetOptions,
  resolveAliases,
  type TargetOptions,
  toTarget,
} from '../findings/decision-target.ts';
import { describeFieldChange } from '../findings/describe-field-change.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { formatCount } from '../severities.ts';

interface DecideOptions extends ServerOptions, JsonOption, DecisionOptions, TargetOptions {
  readonly dryRun?: true;
  readonly undo?: string;
}

export function registerFindingsDecide(findings: Command): void {
  const command = findings
    .command('decide')
    .description('Decide on one or many findings; options that are not given are not changed')
    .argument('[finding...]', 'ids of vulnerabilities, such as CVE-2026-1, or the "matrix" of --json')
    .action(async (ids: string[], options: DecideOptions) => {
      const outcome = options.undo === undefined ? decide(ids, options) : undo(options.undo, ids, options);
      await print(await outcome, options);
    });
  addDecisionOptions(addTargetOptions(command))
    .option('--dry-run', 'only show what would change')
    .addOption(new Option('--undo <batch>', 'undo the decisions of an earlier run').conflicts('dryRun'));
  addExamples(
    addServerOptions(command),
    'tallyman findings decide CVE-2026-1 --project "My service:1.0.0" --state not-affected --justification code-not-reachable',
    'tallyman findings decide --component pkg:npm/lodash --all-projects --state in-triage --dry-run',
    'tallyman findings decide CVE-2026-1 --all-projects --suppress --expires 90d --comment "Vendor fix is due"',
    'tallyman findings decide --undo 0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f',
  );
}

async function decide(ids: readonly string[], options: DecideOptions): Promise<Outcome> {
  const decision = await toDecision(options);
  const result = await withSession(options, async (client) => {
    const target = await toTarget(client, ids, options);
    const decided = await send(client, { ...target, ...decision }, options);
    if (decided.matched > 0 || ids.length === 0) return decided;
    const findings = await resolveAliases(client, ids, options);
    return findings.length > 0 ? send(client, { findings, ...decision }, options) : decided;
  });
  if (result.matched === 0)
    throw new CommandError(EXIT.failed, 'No finding matches. See: tallyman findings list --suppressed');
  return { document: result, text: describe(result), notes: noteResult(result) };
}

async function send(
  client: Client,
  body: BulkAnalysisRequest,
  { dryRun }: DecideOptions,
): Promise<BulkAnalysisResult> {
  const { analysisOperations } = await import('@tallyman/contract');
  const query = dryRun ? { dryRun: true } : {};
  return (await client.call(analysisOperations.recordAnalyses, { body, query, timeoutMs: null })).body;
}

async function undo(batch: string, ids: readonly string[], options: DecideOptions): Promise<Outcome> {
  if (ids.length > 0)
    throw new CommandError(EXIT.usage, '--undo applies to a whole run. Do not name findings.');
  const { analysisOperations } = await import('@tallyman/contract');
  const { body } = await withSession(options, (client) =>
    client.call(analysisOperations.undoAnalyses, { params: { batch }, timeoutMs: null }),
  );
  return { document: body, text: describeUndo(body) };
}

function describe({ dryRun, matched, projects, applied, unchanged, sample }: BulkAnalysisResult): string {
  const changes = dryRun ? `${applied} would change` : `${applied} changed`;
  const total = `${formatCount(matched, 'finding')} in ${formatCount(projects, 'project')}: ${changes}, ${unchanged} unchanged.`;
  return sample.length > 0 ? `${renderTable(columns, sample)}\n\n${total}` : total;
}

function noteResult({ batch, applied, sample, matched }: BulkAnalysisResult): string[] {
  return [
    ...(sample.length < matched ? [`The first ${sample.length} of ${matched} are shown.`] : []),
    ...(batch !== undefined && applied > 0 ? [`To undo: tallyman findings decide --undo ${batch}`] : []),
  ];
}

function describeUndo({ undone, changedSince, sample }: BulkUndoResult): string {
  const total = `${formatCount(undone, 'decision')} undone, ${changedSince} not undone because of a newer decision.`;
  return sample.length > 0 ? `${renderTable(columns, sample)}\n\n${total}` : total;
}

const columns: readonly Column<DecidedFinding>[] = [
  {
    title: 'PROJECT',
    value: ({ project }) => [project.name, project.version].filter(Boolean).join(':'),
    shrinks: true,
  },
  { title: 'VULNERABILITY', value: ({ vulnerability }) => vulnerability.vulnId },
  {
    title: 'COMPONENT',
    value: ({ component }) => [component.group, component.name].filter(Boolean).join('/'),
    shrinks: true,
  },
  { title: 'VERSION', value: ({ component }) => component.version, shrinks: true },
  { title: 'OUTCOME', value: ({ fate }) => fate },
  { title: 'CHANGES', value: ({ changes }) => changes.map(describeFieldChange).join(', '), shrinks: true },
];
