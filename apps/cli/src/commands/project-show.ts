import type { Command } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { describeProject } from '../describe-project.ts';
import { getProjectByReference } from '../get-project-by-reference.ts';
import { type Outcome, print } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

type ShowOptions = ServerOptions & JsonOption;

export function registerProjectShow(project: Command): void {
  const command = project
    .command('show')
    .description('Show a project')
    .argument('<project>', 'UUID, name:version, or the name alone')
    .action(
      async (reference: string, options: ShowOptions) => await print(await show(reference, options), options),
    );
  addExamples(
    addServerOptions(command),
    'tallyman project show "My service:1.0.0"',
    'tallyman project show "My service"',
    'tallyman project show 0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f --json',
  );
}

async function show(reference: string, options: ShowOptions): Promise<Outcome> {
  const project = await withSession(options, (client) => getProjectByReference(client, reference));
  return { document: project, text: describeProject(project) };
}
