import { Button } from '@mantine/core';
import {
  analysisOperations,
  type CarryOverResult,
  type DecidedFinding,
  type ProjectDiff,
} from '@tallyman/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

interface CarryOverProps {
  readonly from: ProjectDiff['from'];
  readonly to: ProjectDiff['to'];
}

const operation = analysisOperations.carryOverDecisions;

/** Takes decisions on the same components over from another version, after showing which. */
export function CarryOver({ from, to }: CarryOverProps) {
  const queries = useQueryClient();
  const input = { params: { uuid: to.uuid } };
  const preview = useQuery({
    queryKey: [operation.id, from.uuid, to.uuid],
    queryFn: async ({ signal }) =>
      (await call(operation, { ...input, query: { from: from.uuid, dryRun: true }, signal })).body,
  });
  const apply = useMutation({
    mutationFn: async () => (await call(operation, { ...input, query: { from: from.uuid } })).body,
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  });
  const error = apply.error ?? preview.error;
  const result = apply.data ?? preview.data;
  return (
    <Card title="Decisions">
      {error && <Problem error={error} />}
      {result && (
        <>
          <p role="status">{describeResult(result, from.version ?? from.name)}</p>
          {result.sample.length > 0 && <Sample findings={result.sample} />}
        </>
      )}
      {result?.dryRun && result.applied > 0 && (
        <div>
          <Button variant="filled" loading={apply.isPending} onClick={() => apply.mutate()}>
            Carry {countOf(result.applied, 'decision')} over
          </Button>
        </div>
      )}
    </Card>
  );
}

function describeResult(result: CarryOverResult, from: string): string {
  const { dryRun, matched, applied, unchanged, outranked, versionChanged } = result;
  if (matched === 0) return `${from} has no decisions on findings of this version.`;
  const left = [
    unchanged > 0 && `${formatCount(unchanged)} have that decision already`,
    outranked > 0 && `${formatCount(outranked)} were decided on here by a person or a VEX document`,
    versionChanged > 0 && `${formatCount(versionChanged)} belong to components in another version`,
  ].filter(Boolean);
  const done = `${countOf(applied, 'decision')} ${dryRun ? `can be carried over from ${from}` : `carried over from ${from}`}.`;
  return left.length > 0 ? `${done} Left alone: ${left.join('; ')}.` : done;
}

function Sample({ findings }: { readonly findings: readonly DecidedFinding[] }) {
  return (
    <Table label="Decisions">
      <thead>
        <tr>
          <th scope="col">Vulnerability</th>
          <th scope="col">Component</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ component, vulnerability, fate, changes }) => (
          <tr key={`${component.uuid} ${vulnerability.uuid}`}>
            <td className="mono">{vulnerability.vulnId}</td>
            <td>
              <bdi>{component.name}</bdi> <bdi className="muted">{component.version}</bdi>
            </td>
            <td>{fate === 'applied' ? changes.map(describeFieldChange).join(', ') : OUTCOMES[fate]}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const OUTCOMES: Record<DecidedFinding['fate'], string> = {
  applied: 'Carried over',
  unchanged: 'Has that decision already',
  outranked: 'Decided on here by a person or a VEX document',
  'no-finding': 'No finding here',
};

const FIELDS: Readonly<Record<string, string>> = {
  state: 'Analysis',
  justification: 'Justification',
  response: 'Response',
  details: 'Details',
  isSuppressed: 'Suppressed',
};

function describeFieldChange({ field, from, to }: DecidedFinding['changes'][number]): string {
  return `${FIELDS[field] ?? field}: ${show(from)} → ${show(to)}`;
}

/** NOT_AFFECTED as “not affected”; booleans as yes and no. */
function show(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const text = typeof value === 'string' ? value : '';
  if (text === '') return 'none';
  return /^[A-Z_]+$/.test(text) ? text.toLowerCase().replaceAll('_', ' ') : text;
}
