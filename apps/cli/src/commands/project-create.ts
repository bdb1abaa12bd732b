import type { Client } from '@tallyman/client';
import type { Classifier, NewProject } from '@tallyman/contract';
import type { Command } from 'commander';
import { addExamples, addServerOptions, collect, type JsonOption } from '../command-options.ts';
import { describeProject } from '../describe-project.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toChoice } from '../to-choice.ts';

interface CreateOptions extends ServerOptions, JsonOption {
  readonly projectVersion?: string;
  readonly parent?: string;
  readonly tag?: readonly string[];
  readonly classifier?: string;
  readonly latest?: true;
  readonly description?: string;
}

export function registerProjectCreate(project: Command): void {
  const command = project
    .command('create')
    .description('Create a project')
    .argument('<name>')
    .option('--project-version <version>', 'version of the project')
    .option('--parent <project>', 'parent project: UUID, name:version, or the name alone')
    .option('--tag <tag>', 'tag; may be repeated', collect)
    .option('--classifier <kind>', 'such as application, library, container, firmware')
    .option('--latest', 'mark it as the latest version')
    .option('--description <text>')
    .action(async (name: string, options: CreateOptions) => print(await create(name, options), options));
  addExamples(
    addServerOptions(command),
    'tallyman project create "My service" --project-version 1.0.0 --latest --tag backend --tag java',
    'tallyman project create "My library" --classifier library --parent "My service:1.0.0"',
    'tallyman project create "My service" --json | jq -r .uuid',
  );
}

async function create(name: string, options: CreateOptions): Promise<Outcome> {
  const { projectOperations } = await import('@tallyman/contract');
  const classifier = await toClassifier(options.classifier);
  const project = await withSession(options, async (client) => {
    const body = toNewProject(name, classifier, await findParent(client, options.parent), options);
    return (await client.call(projectOperations.createProject, { body })).body;
  });
  return { document: project, text: describeProject(project) };
}

async function findParent(client: Client, reference: string | undefined) {
  return reference === undefined ? undefined : getProjectByReference(client, reference);
}

function toNewProject(
  name: string,
  classifier: Classifier | undefined,
  parent: { uuid: string } | undefined,
  { projectVersion, tag = [], latest, description }: CreateOptions,
): NewProject {
  return {
    name,
    version: projectVersion ?? null,
    classifier: classifier ?? null,
    description: description ?? null,
    isLatest: latest ?? false,
    tags: tag.map((one) => ({ name: one })),
    parent: parent ? { uuid: parent.uuid } : null,
  };
}

async function toClassifier(text: string | undefined): Promise<Classifier | undefined> {
  if (text === undefined) return undefined;
  const { CLASSIFIERS } = await import('@tallyman/contract');
  return toChoice(text, CLASSIFIERS, 'classifier');
}
