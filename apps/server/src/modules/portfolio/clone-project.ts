import type { CloneInclude } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { newUuid } from '../../platform/ids.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { projectCreated } from '../notifications/project-events.ts';
import {
  type CopiedComponent,
  copyMappings,
  copyNodes,
  copyProperties,
  copyTags,
  findOriginal,
  insertClone,
} from './clone-store.ts';
import { grantAccess } from './create-project.ts';
import { enqueueAnalysis } from './enqueue-analysis.ts';
import { lockHierarchy, lockLatestOf, recordAncestry } from './hierarchy-store.ts';
import { inPortfolioTransaction } from './in-portfolio-transaction.ts';
import { projectNotFound, requireVisible } from './project-refusals.ts';
import { findProject } from './project-store.ts';
import { takeLatestFlag } from './take-latest-flag.ts';
import { toProjectSubject } from './to-project-subject.ts';

/** What the clone gets beside what is said about the project itself. */
export interface CloneOrder {
  readonly original: string;
  readonly version: string;
  readonly isLatest: boolean;
  readonly includes: ReadonlySet<CloneInclude>;
  /** Done when the findings of the clone are there. */
  readonly token?: string;
}

export interface ClonedProject {
  readonly originalId: number;
  readonly cloneId: number;
  readonly components: readonly CopiedComponent[];
  /** Decisions and what was said about them. */
  readonly withHistory: boolean;
}

/** Findings and violations are of rooms that see this one, so this room is told by the roof who copies them. */
export interface CopyDependents {
  readonly findings: (tx: Tx, now: Date, clone: ClonedProject) => Promise<void>;
  readonly violations: (tx: Tx, clone: ClonedProject) => Promise<void>;
}

/** A new version of a project, made of an existing one in one transaction. Answers with the UUID of the clone. */
export async function cloneProject(
  ctx: Context,
  principal: Principal,
  order: CloneOrder,
  copy: CopyDependents,
): Promise<string> {
  const version = requireVersion(order.version);
  const uuid = newUuid();
  await inPortfolioTransaction(ctx.db, async (tx) => {
    // The parent of the original is the parent of the clone: it must not be moved in between.
    await lockHierarchy(tx, 'shared');
    const original = requireVisible(await findOriginal(tx, principal, order.original));
    if (order.isLatest) await takeLatest(tx, principal, original.name);
    const id = await insertClone(tx, original.id, { uuid, version, isLatest: order.isLatest });
    if (id === undefined) throw projectNotFound();
    await recordAncestry(tx, id, original.parent_id);
    const components = await copyIncluded(tx, original.id, id, order.includes);
    await grantAccess(tx, principal, id, []);
    const clone = { originalId: original.id, cloneId: id, components };
    if (order.includes.has('FINDINGS')) {
      const withHistory = order.includes.has('FINDINGS_AUDIT_HISTORY');
      await copy.findings(tx, ctx.now(), { ...clone, withHistory });
    }
    if (order.includes.has('POLICY_VIOLATIONS')) {
      const withHistory = order.includes.has('POLICY_VIOLATIONS_AUDIT_HISTORY');
      await copy.violations(tx, { ...clone, withHistory });
    }
    await announce(tx, principal, uuid, ctx.now());
    if (order.includes.has('COMPONENTS')) await enqueueAnalysis(ctx, tx, uuid, 'CLONE', order.token);
  });
  return uuid;
}

function requireVersion(text: string): string {
  const version = text.trim();
  if (version !== '') return version;
  throw new AppError('invalid', 'The version of the clone must not be blank.');
}

async function takeLatest(tx: Tx, principal: Principal, name: string): Promise<void> {
  await lockLatestOf(tx, name);
  await takeLatestFlag(tx, principal, name, null);
}

async function copyIncluded(
  tx: Tx,
  originalId: number,
  cloneId: number,
  includes: ReadonlySet<CloneInclude>,
): Promise<readonly CopiedComponent[]> {
  if (includes.has('TAGS')) await copyTags(tx, originalId, cloneId);
  if (includes.has('PROPERTIES')) await copyProperties(tx, originalId, cloneId);
  if (includes.has('ACL')) await copyMappings(tx, originalId, cloneId);
  const kinds = { components: includes.has('COMPONENTS'), services: includes.has('SERVICES') };
  return kinds.components || kinds.services ? copyNodes(tx, originalId, cloneId, kinds) : [];
}

async function announce(tx: Tx, principal: Principal, uuid: string, now: Date): Promise<void> {
  const clone = await findProject(tx, principal, { uuid });
  if (clone) await emitEvents(tx, now, [projectCreated(toProjectSubject(clone))]);
}
