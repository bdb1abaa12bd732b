import type { CloneInclude } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { describeProject } from '../describe-project.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toChoice } from '../to-choice.ts';

interface CloneOptions extends ServerOptions, JsonOption {
  readonly include?: readonly string[];
  readonly latest?: true;
}

export function registerProjectClone(project: Command): void {
  const command = project
    .command('clone')
    .description('Clone a project as a new version')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .argument('<version>', 'version of the clone')
    .option(
      '--include <part>',
      'copy only this part: components, services, tags, properties, acl, …; may be repeated (default: all)',
      collect,
    )
    .option('--latest', 'mark the clone as the latest version')
    .action(
      async (reference: string, version: string, options: CloneOptions) =>
        await print(await clone(reference, version, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman project clone "My service:1.0.0" 1.1.0 --latest',
    'tallyman project clone "My service" 2.0.0 --include components --include tags',
  );
}

async function clone(reference: string, version: string, options: CloneOptions): Promise<Outcome> {
  const { cloneOperations } = await import('@tallyman/contract');
  const includes = await toIncludes(options.include);
  const project = await withSession(options, async (client) => {
    const { uuid } = await getProjectByReference(client, reference);
    const body = { version, version_is_latest: options.latest ?? false, includes };
    const created = await client.call(cloneOperations.cloneProject, { params: { uuid }, body });
    return getProjectByReference(client, created.body.uuid);
  });
  return { document: project, text: describeProject(project) };
}

async function toIncludes(parts: readonly string[] | undefined): Promise<CloneInclude[]> {
  const { CLONE_INCLUDES } = await import('@tallyman/contract');
  if (!parts) return [...CLONE_INCLUDES];
  return parts.map((part) => toChoice(part, CLONE_INCLUDES, 'part of a project'));
}
