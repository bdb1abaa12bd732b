import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

interface DescribedProject {
  readonly name: string;
  readonly version?: string;
}

/** Returns the project that a document describes. */
export async function getDescribedProject(path: string): Promise<DescribedProject> {
  const { BomError, readBom } = await import('@tallyman/cyclonedx');
  try {
    for await (const batch of readBom({ path }, { validation: 'off' })) {
      const component = batch.kind === 'document' ? batch.document.metadata?.component : undefined;
      const { name, version } = component ?? {};
      if (name) return { name, ...(version ? { version } : {}) };
    }
  } catch (error) {
    throw error instanceof BomError ? new CommandError(EXIT.usage, `${path}: ${error.message}`) : error;
  }
  throw new CommandError(
    EXIT.usage,
    `${path} does not name its project (metadata.component). Use --name and --project-version`,
  );
}
