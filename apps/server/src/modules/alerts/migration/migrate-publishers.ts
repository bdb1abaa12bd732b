import type { Tx } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type Match, matchExisting } from '../../migration-source/match-existing.ts';
import type { MigrationItem } from '../../migration-source/migration-item.ts';
import type { SourcePublisher } from '../../migration-source/source-records.ts';
import type { PublisherKind } from '../publishers/publisher-kind.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import {
  insertPublisher,
  listPublishers,
  type PublisherColumns,
  type PublisherRow,
} from '../publishers/publisher-store.ts';
import { checkTemplate, TemplateError } from '../templates/render-template.ts';

const KIND = 'publisher';

interface MigratedPublishers {
  readonly items: readonly MigrationItem[];
  /** Existing publishers by the id in the source database. */
  readonly bySourceId: ReadonlyMap<number, PublisherRow>;
}

/** Migrates the publishers that users created. The default publishers already exist. */
export async function migratePublishers(
  tx: Tx,
  sources: readonly SourcePublisher[],
): Promise<MigratedPublishers> {
  const own = sources.filter(({ isDefault }) => !isDefault);
  const plans = matchExisting(KIND, own, await listPublishers(tx)).map(planPublisher);
  // One statement per publisher: there are few.
  for (const { columns } of plans) if (columns) await insertPublisher(tx, columns);
  const here = await listPublishers(tx);
  const equivalents = sources.flatMap((source): [number, PublisherRow][] => {
    const row = findEquivalent(source, here);
    return row ? [[source.id, row]] : [];
  });
  return { items: plans.map(({ item }) => item), bySourceId: new Map(equivalents) };
}

/** Returns the publisher of the same kind that corresponds to the source publisher. */
function findEquivalent(source: SourcePublisher, here: readonly PublisherRow[]): PublisherRow | undefined {
  const extension = findExtension(source)?.extension;
  const ofKind = here.filter((publisher) => publisher.extension === extension);
  if (source.isDefault) return ofKind.find(({ is_default }) => is_default);
  return ofKind.find(({ uuid }) => uuid === source.uuid) ?? ofKind.find(({ name }) => name === source.name);
}

interface PublisherPlan {
  readonly item: MigrationItem;
  readonly columns?: PublisherColumns;
}

function planPublisher({ source, item }: Match<SourcePublisher, PublisherRow>): PublisherPlan {
  if (item) return { item };
  const toItem = (outcome: MigrationItem['outcome'], notes: readonly string[]): MigrationItem => ({
    kind: KIND,
    name: source.name,
    outcome,
    notes,
  });
  const kind = findExtension(source);
  if (!kind) return { item: toItem('left out', [`No publisher corresponds to ${source.implementation}.`]) };
  const mimeType = findMimeType(source) ?? kind.template?.mimeType ?? 'text/plain';
  const problem = source.template === undefined ? undefined : findTemplateProblem(source.template, mimeType);
  const notes = source.template === undefined ? [] : [describeTemplate(problem)];
  const columns = {
    uuid: source.uuid ?? newUuid(),
    name: source.name,
    description: source.description ?? null,
    extension: kind.extension,
    template: problem === undefined ? (source.template ?? null) : null,
    template_mime_type: mimeType,
    is_default: false,
  };
  return { item: toItem('migrated', notes), columns };
}

function describeTemplate(problem: string | undefined): string {
  return problem === undefined
    ? 'Its template was written for another engine: look at a preview before it is used.'
    : `Its template cannot be parsed; the default one is used: ${problem}`;
}

function findTemplateProblem(template: string, mimeType: string): string | undefined {
  try {
    checkTemplate(template, mimeType);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message.split('\n')[0] ?? '';
    throw error;
  }
}

function findMimeType({ templateMimeType }: SourcePublisher): string | undefined {
  return templateMimeType && /^[\w.+-]+\/[\w.+-]+(;[^\r\n]*)?$/.test(templateMimeType)
    ? templateMimeType
    : undefined;
}

/** Extensions by class name, where the names differ. */
const OF_CLASSES: Readonly<Record<string, string>> = {
  cswebex: 'webex',
  sendmail: 'email',
};

/** v4 has the full name of a class, v5 its simple name, 0.7.0 and newer the name of the extension. */
function findExtension({ implementation }: SourcePublisher): PublisherKind | undefined {
  const simple = implementation.slice(implementation.lastIndexOf('.') + 1);
  const name = simple.replace(/Publisher$/, '').toLowerCase();
  return findPublisherKind(OF_CLASSES[name] ?? name);
}
