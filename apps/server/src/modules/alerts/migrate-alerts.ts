import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { matchTeams } from '../auth/match-teams.ts';
import { matchExisting } from '../migration-source/match-existing.ts';
import type { MigrationItem } from '../migration-source/migration-item.ts';
import type { SourceAlert, SourceConfiguration } from '../migration-source/source-records.ts';
import { matchProjects } from '../portfolio/projects/match-projects.ts';
import { recordTags } from '../portfolio/tags/record-tags.ts';
import { migratePublisherConfig } from './migration/migrate-publisher-config.ts';
import { migratePublishers } from './migration/migrate-publishers.ts';
import {
  insertMigratedAlerts,
  listAlertNames,
  type MigratedAlert,
} from './migration/migrated-alert-store.ts';
import { type LimitsHere, type PlannedAlert, planMigratedAlert } from './migration/plan-migrated-alert.ts';
import { findPublisherKind } from './publishers/publisher-kinds.ts';
import type { PublisherRow } from './publishers/publisher-store.ts';

const KIND = 'alert';

type Publishers = ReadonlyMap<number, PublisherRow>;

/** Migrates publishers and alerts of the source database. All alerts are switched off, to be reviewed by hand. */
export async function migrateAlerts(
  ctx: Context,
  tx: Tx,
  source: Pick<SourceConfiguration, 'publishers' | 'alerts' | 'publisherSettings'>,
): Promise<MigrationItem[]> {
  const publishers = await migratePublishers(tx, source.publishers);
  const here: LimitsHere = {
    findProject: await matchProjects(
      tx,
      source.alerts.flatMap(({ projects }) => projects),
    ),
    findTeam: await matchTeams(tx),
  };
  const planned: Planned[] = [];
  const items: MigrationItem[] = [];
  // One after the other: tokens become secrets on the way.
  for (const { source: alert, item } of matchExisting(KIND, source.alerts, await listAlertNames(tx))) {
    const plan = item ? undefined : await planAlert(ctx, tx, alert, publishers.bySourceId, here);
    if (plan?.planned) planned.push(plan.planned);
    items.push(item ?? toMigrationItem(alert, plan));
  }
  await insertPlanned(ctx, tx, planned);
  return [...publishers.items, ...items, ...source.publisherSettings.map(discard)];
}

type Planned = Omit<MigratedAlert, 'tagIds'> & Pick<PlannedAlert, 'tags'>;

interface AlertPlan {
  readonly planned?: Planned;
  readonly notes: readonly string[];
}

async function planAlert(
  ctx: Context,
  tx: Tx,
  source: SourceAlert,
  publishers: Publishers,
  here: LimitsHere,
): Promise<AlertPlan> {
  const publisher = source.publisherId === undefined ? undefined : publishers.get(source.publisherId);
  const kind = publisher && findPublisherKind(publisher.extension);
  if (!publisher || !kind) return { notes: ['Its publisher does not exist.'] };
  const { alert, notes } = planMigratedAlert(source, here, ctx.now());
  if (!alert) return { notes };
  const identity = { uuid: source.uuid ?? newUuid(), name: source.name };
  const config = await migratePublisherConfig(ctx, tx, identity, kind, source.publisherConfig);
  const { notifyChildren, logSuccessfulPublish, filterExpression = null } = source;
  return {
    planned: {
      ...alert,
      ...identity,
      ...{ notifyChildren, logSuccessfulPublish, filterExpression },
      publisherId: publisher.id,
      publisherConfig: config.text,
    },
    notes: [...notes, ...config.notes],
  };
}

function toMigrationItem({ name }: SourceAlert, plan: AlertPlan | undefined): MigrationItem {
  return { kind: KIND, name, outcome: plan?.planned ? 'migrated' : 'left out', notes: plan?.notes ?? [] };
}

async function insertPlanned(ctx: Context, tx: Tx, planned: readonly Planned[]): Promise<void> {
  const ids = await recordTags(tx, [...new Set(planned.flatMap(({ tags }) => tags))]);
  const alerts = planned.map(({ tags, ...alert }) => ({
    ...alert,
    tagIds: tags.flatMap((tag) => ids.get(tag) ?? []),
  }));
  await insertMigratedAlerts(tx, alerts, ctx.now());
}

/** "Earlier email settings are discarded." Others refer to secrets, which are not migrated. */
function discard(name: string): MigrationItem {
  const notes = [`Configure ${name} before you enable alerts that use it.`];
  return { kind: 'settings', name: `settings of ${name}`, outcome: 'discarded', notes };
}
