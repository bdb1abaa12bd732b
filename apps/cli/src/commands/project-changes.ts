import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import {
  addChangeOptions,
  type ChangeOptions,
  changeColumns,
  collectChanges,
} from '../findings/change-list.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ProjectChangesOptions extends ServerOptions, JsonOption, ChangeOptions {}

export function registerProjectChanges(project: Command): void {
  const command = project
    .command('changes')
    .description('List findings that appeared, disappeared or were decided on, and why')
    .argument('<project>', 'UUID, name:version, or the name alone');
  addChangeOptions(command).action(
    async (reference: string, options: ProjectChangesOptions) =>
      await print(await describeChanges(reference, options), options),
  );
  addExamples(
    addServerOptions(command),
    'tallyman project changes "My service:1.0.0" --from 2026-11-01 --to 2026-11-30',
    "tallyman project changes web --kind appeared --all --json | jq -r '.changes[].vulnerability.vulnId'",
  );
}

async function describeChanges(reference: string, options: ProjectChangesOptions): Promise<Outcome> {
  const { findingHistoryOperations } = await import('@tallyman/contract');
  const { project, changes, hasMore } = await withSession(options, async (client) => {
    const found = await getProjectByReference(client, reference);
    const params = { uuid: found.uuid };
    const collected = await collectChanges(
      options,
      async (query) =>
        (await client.call(findingHistoryOperations.listProjectChanges, { params, query })).body,
    );
    return { project: found, ...collected };
  });
  const { uuid, name, version } = project;
  const label = version === undefined ? name : `${name}:${version}`;
  const cut = hasMore ? [`The first ${changes.length} changes; --all lists the rest.`] : [];
  return {
    document: { project: { uuid, name, version }, changes },
    text: changes.length > 0 ? renderTable(changeColumns, changes) : '',
    notes: options.json ? [] : changes.length > 0 ? cut : [`No changes of the findings in ${label}.`],
  };
}
