import type { CloneInclude } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newUuid } from '../../../platform/ids.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import { projectCreated } from '../../notifications/project-events.ts';
import { inPortfolioTransaction } from '../in-portfolio-transaction.ts';
import { clearLatestFlag } from '../projects/clear-latest-flag.ts';
import { grantAccess } from '../projects/create-project.ts';
import { lockHierarchy, lockLatestOf, recordAncestry } from '../projects/hierarchy-store.ts';
import { projectNotFound, requireVisible } from '../projects/project-errors.ts';
import { findProject } from '../projects/project-store.ts';
import { toProjectSubject } from '../projects/to-project-subject.ts';
import { enqueueAnalysis } from '../scheduling/enqueue-analysis.ts';
import {
  type CopiedComponent,
  copyMappings,
  copyNodes,
  copyProperties,
  copyTags,
  findOriginal,
  insertClone,
} from './clone-store.ts';

/** What to clone, and what to copy besides the project itself. */
export interface CloneOptions {
  readonly original: string;
  readonly version: string;
  readonly isLatest: boolean;
  readonly includes: ReadonlySet<CloneInclude>;
  /** Completes when the clone is analysed. */
  readonly token?: string;
}

export interface ClonedProject {
  readonly originalId: number;
  readonly cloneId: number;
  readonly components: readonly CopiedComponent[];
  /** Whether to copy decisions with their history. */
  readonly withHistory: boolean;
}

/** Copies findings and violations. Their modules import this one, so the app passes the functions in. */
export interface CopyDependents {
  readonly findings: (tx: Tx, now: Date, clone: ClonedProject) => Promise<void>;
  readonly violations: (tx: Tx, clone: ClonedProject) => Promise<void>;
}

/** Creates a new version of a project as a copy of an existing one, in one transaction. Returns the UUID of the clone. */
export async function cloneProject(
  ctx: Context,
  principal: Principal,
  options: CloneOptions,
  copy: CopyDependents,
): Promise<string> {
  const version = requireVersion(options.version);
  const uuid = newUuid();
  await inPortfolioTransaction(ctx.db, async (tx) => {
    // The clone gets the parent of the original, which must not move before the commit.
    await lockHierarchy(tx, 'shared');
    const original = requireVisible(await findOriginal(tx, principal, options.original));
    if (options.isLatest) await clearLatestOf(tx, principal, original.name);
    const id = await insertClone(tx, original.id, { uuid, version, isLatest: options.isLatest });
    if (id === undefined) throw projectNotFound();
    await recordAncestry(tx, id, original.parent_id);
    const components = await copyIncluded(tx, original.id, id, options.includes);
    await grantAccess(tx, principal, id, []);
    const clone = { originalId: original.id, cloneId: id, components };
    if (options.includes.has('FINDINGS')) {
      const withHistory = options.includes.has('FINDINGS_AUDIT_HISTORY');
      await copy.findings(tx, ctx.now(), { ...clone, withHistory });
    }
    if (options.includes.has('POLICY_VIOLATIONS')) {
      const withHistory = options.includes.has('POLICY_VIOLATIONS_AUDIT_HISTORY');
      await copy.violations(tx, { ...clone, withHistory });
    }
    await emitCreated(tx, principal, uuid, ctx.now());
    if (options.includes.has('COMPONENTS')) await enqueueAnalysis(ctx, tx, uuid, 'CLONE', options.token);
  });
  return uuid;
}

function requireVersion(text: string): string {
  const version = text.trim();
  if (version !== '') return version;
  throw new AppError('invalid', 'The version of the clone must not be blank.');
}

async function clearLatestOf(tx: Tx, principal: Principal, name: string): Promise<void> {
  await lockLatestOf(tx, name);
  await clearLatestFlag(tx, principal, name, null);
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

async function emitCreated(tx: Tx, principal: Principal, uuid: string, now: Date): Promise<void> {
  const clone = await findProject(tx, principal, { uuid });
  if (clone) await emitEvents(tx, now, [projectCreated(toProjectSubject(clone))]);
}
