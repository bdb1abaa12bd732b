import type { ChangedComponent, DiffComponent, DiffDirection, ProjectDiff } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireVisible } from '../projects/project-errors.ts';
import { type FoundProject, findProject } from '../projects/project-store.ts';
import { getDifferences } from './diff-store.ts';
import { orderVersions } from './order-versions.ts';
import type { PackageVersion } from './package-version.ts';
import type { VersionPair } from './pair-versions.ts';
import { planDiff } from './plan-diff.ts';

/** The components that the second project added, removed or has in another version. */
export async function diffProjects(
  ctx: Context,
  principal: Principal,
  uuids: { readonly from: string; readonly to: string },
): Promise<ProjectDiff> {
  const from = requireVisible(await findProject(ctx.db, principal, { uuid: uuids.from }));
  const to = requireVisible(await findProject(ctx.db, principal, { uuid: uuids.to }));
  const { onlyFrom, onlyTo, unchanged } = await getDifferences(ctx.db, from.id, to.id);
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
