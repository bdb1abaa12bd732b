import type { ProjectPatch } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { describeProject } from '../describe-project.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface ChangeOptions extends ServerOptions, JsonOption {
  readonly name?: string;
  readonly projectVersion?: string;
  readonly description?: string;
  readonly tag?: readonly string[];
  readonly latest?: true;
  readonly active?: true;
  readonly inactive?: true;
}

export function registerProjectChange(project: Command): void {
  const command = project
    .command('change')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .description('Change a project; options that are not given are not changed')
    .option('--name <name>')
    .option('--project-version <version>')
    .option('--description <text>')
    .option('--tag <tag>', 'replace the tags; may be repeated', collect)
    .option('--latest', 'mark it as the latest version')
    .addOption(new Option('--active', 'include it in lists and metrics again').conflicts('inactive'))
    .option('--inactive', 'exclude it from lists and metrics')
    .action(async (reference: string, options: ChangeOptions) =>
      print(await change(reference, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman project change "My service:1.0.0" --inactive',
    'tallyman project change "My service:2.0.0" --latest --tag backend --tag java',
  );
}

async function change(reference: string, options: ChangeOptions): Promise<Outcome> {
  const { projectOperations } = await import('@tallyman/contract');
  const body = toPatch(options);
  if (Object.keys(body).length === 0)
    throw new CommandError(EXIT.usage, 'Nothing to change. Use --name, --tag, --latest, --inactive, …');
  const project = await withSession(options, async (client) => {
    const { uuid } = await getProjectByReference(client, reference);
    await client.call(projectOperations.patchProject, { params: { uuid }, body });
    return getProjectByReference(client, uuid);
  });
  return { document: project, text: describeProject(project) };
}

function toPatch(options: ChangeOptions): ProjectPatch {
  const { name, projectVersion, description, tag, latest, active, inactive } = options;
  return {
    ...(name !== undefined && { name }),
    ...(projectVersion !== undefined && { version: projectVersion }),
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tags: tag.map((each) => ({ name: each })) }),
    ...(latest && { isLatest: true }),
    ...(active && { active: true }),
    ...(inactive && { active: false }),
  };
}

export function registerProjectDelete(project: Command): void {
  const command = project
    .command('delete')
    .argument('<project...>', 'UUID or name:version')
    .description('Delete projects and their descendants')
    .action(async (references: string[], options: ServerOptions & JsonOption & ConfirmOption) =>
      print(await deleteAll(references, options), options),
    );
  addExamples(
    addConfirmOption(addServerOptions(command)),
    'tallyman project delete "My service:0.9.0" --yes',
  );
}

async function deleteAll(
  references: readonly string[],
  options: ServerOptions & ConfirmOption,
): Promise<Outcome> {
  const { projectOperations } = await import('@tallyman/contract');
  const deleted = await withSession(options, async (client) => {
    const found = [];
    for (const reference of references) found.push(await getProjectByReference(client, reference));
    const labels = found.map(({ name, version }) => [name, version].filter(Boolean).join(':'));
    await confirm(`Delete ${labels.join(', ')} with everything below?`, options);
    for (const { uuid } of found) await client.call(projectOperations.deleteProject, { params: { uuid } });
    return found.map(({ uuid, name, version }) => ({ uuid, name, version }));
  });
  const text = deleted.map(({ name, version }) => [name, version].filter(Boolean).join(':')).join(', ');
  return { document: { deleted }, text: `Deleted ${text}.` };
}
