import type { Client } from '@tallyman/client';
import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { print } from '../output.ts';
import { explainCondition } from '../policy/explain-condition.ts';
import { type FilePolicy, readPolicyFile } from '../policy/read-policy-file.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { listPolicies } from './policy-list.ts';

interface ApplyOptions extends ServerOptions, JsonOption {
  readonly file: string;
}

interface Applied {
  readonly name: string;
  readonly uuid: string;
  readonly action: 'created' | 'updated';
}

export function registerPolicyApply(policy: Command): void {
  const command = policy
    .command('apply')
    .description('Create the vulnerability policies of a file, or update those that exist')
    .requiredOption('-f, --file <file>', 'YAML file in the format of bundles; - reads stdin')
    .action(async (options: ApplyOptions) => apply(options));
  addExamples(
    addServerOptions(command),
    'tallyman policy apply -f policy.yaml',
    'cat *.yaml | tallyman policy apply -f -',
  );
}

async function apply(options: ApplyOptions): Promise<void> {
  const policies = await readPolicyFile(options.file);
  const applied = await withSession(options, async (client) => {
    const known = new Map((await listPolicies(client)).map(({ name, uuid }) => [name, uuid]));
    if (policies.length > 1) await checkAll(client, policies);
    const done: Applied[] = [];
    for (const policy of policies) done.push(await applyOne(client, policy, known.get(policy.name)));
    return done;
  });
  const text = applied.map(({ name, action }) => `${name}: ${action}`).join('\n');
  await print({ document: { policies: applied }, text }, options);
}

/** Checks all policies with a dry run first, so that an invalid one does not leave half of the file applied. */
async function checkAll(client: Client, policies: readonly FilePolicy[]): Promise<void> {
  const { vulnPolicyOperations } = await import('@tallyman/contract');
  for (const { name, body } of policies) {
    try {
      await client.call(vulnPolicyOperations.evaluateVulnPolicy, {
        body: { policy: body, days: 1, sample_size: 0 },
      });
    } catch (error) {
      throw explainCondition(name, error);
    }
  }
}

async function applyOne(
  client: Client,
  { name, body }: FilePolicy,
  known: string | undefined,
): Promise<Applied> {
  const { vulnPolicyOperations } = await import('@tallyman/contract');
  try {
    if (known === undefined) {
      const created = await client.call(vulnPolicyOperations.createVulnPolicy, { body });
      return { name, uuid: created.body.uuid, action: 'created' };
    }
    await client.call(vulnPolicyOperations.updateVulnPolicy, { params: { uuid: known }, body });
    return { name, uuid: known, action: 'updated' };
  } catch (error) {
    throw explainCondition(name, error);
  }
}
