import type { ChangedComponent, DiffComponent, DiffDirection, ProjectDiff } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { orderVersions } from './diff/order-versions.ts';
import type { PackageVersion } from './diff/package-version.ts';
import type { VersionPair } from './diff/pair-versions.ts';
import { planDiff } from './diff/plan-diff.ts';
import { listDifferences } from './diff-store.ts';
import { requireVisible } from './project-refusals.ts';
import { type FoundProject, findProject } from './project-store.ts';

/** Which components the second project has more, less, or in another version than the first. */
export async function diffProjects(
  ctx: Context,
  principal: Principal,
  uuids: { readonly from: string; readonly to: string },
): Promise<ProjectDiff> {
  const from = requireVisible(await findProject(ctx.db, principal, { uuid: uuids.from }));
  const to = requireVisible(await findProject(ctx.db, principal, { uuid: uuids.to }));
  const { onlyFrom, onlyTo, unchanged } = await listDifferences(ctx.db, from.id, to.id);
  const diff = planDiff(onlyFrom, onlyTo);
  return {
    from: presentProject(from),
    to: presentProject(to),
    added: diff.added.map(presentComponent),
    removed: diff.removed.map(presentComponent),
    changed: diff.changed.map(presentChange),
    unchanged: unchanged + diff.unchanged,
  };
}

function presentProject({ uuid, name, version }: FoundProject): ProjectDiff['from'] {
  return { uuid, name, ...(version === null ? {} : { version }) };
}

function presentComponent({ uuid, group, name, version, purl }: PackageVersion): DiffComponent {
  return {
    uuid,
    group: group ?? undefined,
    name,
    version: version ?? undefined,
    purl: purl ?? undefined,
  };
}

function presentChange(pair: VersionPair): ChangedComponent {
  return {
    direction: directionOf(pair),
    from: presentComponent(pair.from),
    to: presentComponent(pair.to),
  };
}

function directionOf({ from, to }: VersionPair): DiffDirection {
  const order = orderVersions(from, to);
  if (order === 0) return 'EQUIVALENT';
  return order < 0 ? 'UPGRADE' : 'DOWNGRADE';
}
