import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Adoption } from '../upgrade/adoption.ts';
import { type Match, matchHere } from '../upgrade/match-here.ts';
import type { OldPublisher } from '../upgrade/old-records.ts';
import type { PublisherKind } from './publisher-kind.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import {
  insertPublisher,
  listPublishers,
  type PublisherColumns,
  type PublisherRow,
} from './publisher-store.ts';
import { checkTemplate, TemplateError } from './render-template.ts';

const KIND = 'publisher';

interface AdoptedPublishers {
  readonly adoptions: readonly Adoption[];
  /** Publishers here by the ids of those there. */
  readonly byOldId: ReadonlyMap<number, PublisherRow>;
}

/** Takes over the publishers that people made. Default ones are here already, as this release has them. */
export async function adoptPublishers(tx: Tx, olds: readonly OldPublisher[]): Promise<AdoptedPublishers> {
  const own = olds.filter(({ isDefault }) => !isDefault);
  const plans = matchHere(KIND, own, await listPublishers(tx)).map(planPublisher);
  // As many statements as people made publishers, which are few.
  for (const { columns } of plans) if (columns) await insertPublisher(tx, columns);
  const here = await listPublishers(tx);
  const standing = olds.flatMap((old): [number, PublisherRow][] => {
    const row = findStanding(old, here);
    return row ? [[old.id, row]] : [];
  });
  return { adoptions: plans.map(({ adoption }) => adoption), byOldId: new Map(standing) };
}

/** What alerts of the old publisher are sent with here: its own kind, or nothing. */
function findStanding(old: OldPublisher, here: readonly PublisherRow[]): PublisherRow | undefined {
  const extension = findExtension(old)?.extension;
  const ofKind = here.filter((publisher) => publisher.extension === extension);
  if (old.isDefault) return ofKind.find(({ is_default }) => is_default);
  return ofKind.find(({ uuid }) => uuid === old.uuid) ?? ofKind.find(({ name }) => name === old.name);
}

interface PublisherPlan {
  readonly adoption: Adoption;
  readonly columns?: PublisherColumns;
}

function planPublisher({ old, adoption }: Match<OldPublisher, PublisherRow>): PublisherPlan {
  if (adoption) return { adoption };
  const tell = (outcome: Adoption['outcome'], notes: readonly string[]): Adoption => ({
    kind: KIND,
    name: old.name,
    outcome,
    notes,
  });
  const kind = findExtension(old);
  if (!kind) return { adoption: tell('left out', [`Nothing here sends like ${old.implementation}.`]) };
  const mimeType = findMimeType(old) ?? kind.template?.mimeType ?? 'text/plain';
  const problem = old.template === undefined ? undefined : findTemplateProblem(old.template, mimeType);
  const notes = old.template === undefined ? [] : [describeTemplate(problem)];
  const columns = {
    uuid: old.uuid ?? newUuid(),
    name: old.name,
    description: old.description ?? null,
    extension: kind.extension,
    template: problem === undefined ? (old.template ?? null) : null,
    template_mime_type: mimeType,
    is_default: false,
  };
  return { adoption: tell('taken over', notes), columns };
}

function describeTemplate(problem: string | undefined): string {
  return problem === undefined
    ? 'Its template was written for another engine: look at a preview before it is used.'
    : `Its template cannot be read here, the default one is used: ${problem}`;
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

function findMimeType({ templateMimeType }: OldPublisher): string | undefined {
  return templateMimeType && /^[\w.+-]+\/[\w.+-]+(;[^\r\n]*)?$/.test(templateMimeType)
    ? templateMimeType
    : undefined;
}

/** Names of classes, without what is around them, and what sends like them. */
const OF_CLASSES: Readonly<Record<string, string>> = {
  cswebex: 'webex',
  sendmail: 'email',
};

/** v4 has the full name of a class, v5 its simple name, 0.7.0 and newer the name of the extension. */
function findExtension({ implementation }: OldPublisher): PublisherKind | undefined {
  const simple = implementation.slice(implementation.lastIndexOf('.') + 1);
  const name = simple.replace(/Publisher$/, '').toLowerCase();
  return findPublisherKind(OF_CLASSES[name] ?? name);
}
