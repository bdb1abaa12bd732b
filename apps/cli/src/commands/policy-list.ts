import type { Client } from '@tallyman/client';
import type { VulnPolicyListItem } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { type Column, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ListOptions extends ServerOptions, JsonOption {
  readonly name?: string;
}

export function registerPolicyList(policy: Command): void {
  const command = policy
    .command('list')
    .description('List vulnerability policies, highest rank first')
    .option('--name <text>', 'only policies with this text in their name')
    .action(async (options: ListOptions) => list(options));
  addExamples(addServerOptions(command), 'tallyman policy list', 'tallyman policy list --name acme --json');
}

async function list(options: ListOptions): Promise<void> {
  const policies = await withSession(options, (client) => listPolicies(client, options.name));
  const byRank = policies.toSorted((a, b) => b.priority - a.priority || a.name.localeCompare(b.name));
  await print({ document: { policies: byRank }, text: renderTable(columns, byRank) }, options);
}

/** Reads all pages. */
export async function listPolicies(client: Client, name?: string): Promise<VulnPolicyListItem[]> {
  const { vulnPolicyOperations } = await import('@tallyman/contract');
  const policies: VulnPolicyListItem[] = [];
  for (let token: string | undefined, more = true; more; ) {
    const query = {
      limit: 1000,
      ...(name !== undefined && { name }),
      ...(token !== undefined && { page_token: token }),
    };
    const { body } = await client.call(vulnPolicyOperations.listVulnPolicies, { query });
    policies.push(...body.items);
    token = body.next_page_token;
    more = token !== undefined;
  }
  return policies;
}

const columns: readonly Column<VulnPolicyListItem>[] = [
  { title: 'PRIORITY', value: ({ priority }) => String(priority) },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'MODE', value: ({ operation_mode }) => operation_mode },
  { title: 'SOURCE', value: ({ source }) => source },
  { title: 'DESCRIPTION', value: ({ description }) => description ?? '', shrinks: true },
];
