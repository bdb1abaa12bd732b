import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { matchTeams } from '../auth/match-teams.ts';
import { matchProjects } from '../portfolio/match-projects.ts';
import { recordTags } from '../portfolio/record-tags.ts';
import type { Adoption } from '../upgrade/adoption.ts';
import { matchHere } from '../upgrade/match-here.ts';
import type { OldAlert, OldConfiguration } from '../upgrade/old-records.ts';
import { adoptConfig } from './adopt-config.ts';
import { adoptPublishers } from './adopt-publishers.ts';
import { type AdoptedAlert, insertAdopted, listAlertNames } from './adopted-alert-store.ts';
import { type LimitsHere, type PlannedAlert, planAdoptedAlert } from './plan-adopted-alert.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import type { PublisherRow } from './publisher-store.ts';

const KIND = 'alert';

type Publishers = ReadonlyMap<number, PublisherRow>;

/** Takes over publishers and alerts of an older database. All alerts are switched off, to be reviewed by hand. */
export async function adoptAlerts(
  ctx: Context,
  tx: Tx,
  old: Pick<OldConfiguration, 'publishers' | 'alerts' | 'publisherSettings'>,
): Promise<Adoption[]> {
  const publishers = await adoptPublishers(tx, old.publishers);
  const here: LimitsHere = {
    findProject: await matchProjects(
      tx,
      old.alerts.flatMap(({ projects }) => projects),
    ),
    findTeam: await matchTeams(tx),
  };
  const planned: Planned[] = [];
  const adoptions: Adoption[] = [];
  // One after the other: tokens become secrets on the way.
  for (const { old: alert, adoption } of matchHere(KIND, old.alerts, await listAlertNames(tx))) {
    const plan = adoption ? undefined : await planAlert(ctx, tx, alert, publishers.byOldId, here);
    if (plan?.planned) planned.push(plan.planned);
    adoptions.push(adoption ?? toAdoption(alert, plan));
  }
  await insertPlanned(ctx, tx, planned);
  return [...publishers.adoptions, ...adoptions, ...old.publisherSettings.map(discard)];
}

type Planned = Omit<AdoptedAlert, 'tagIds'> & Pick<PlannedAlert, 'tags'>;

interface AlertPlan {
  readonly planned?: Planned;
  readonly notes: readonly string[];
}

async function planAlert(
  ctx: Context,
  tx: Tx,
  old: OldAlert,
  publishers: Publishers,
  here: LimitsHere,
): Promise<AlertPlan> {
  const publisher = old.publisherId === undefined ? undefined : publishers.get(old.publisherId);
  const kind = publisher && findPublisherKind(publisher.extension);
  if (!publisher || !kind) return { notes: ['Its publisher is not here.'] };
  const { alert, notes } = planAdoptedAlert(old, here, ctx.now());
  if (!alert) return { notes };
  const identity = { uuid: old.uuid ?? newUuid(), name: old.name };
  const config = await adoptConfig(ctx, tx, identity, kind, old.publisherConfig);
  const { notifyChildren, logSuccessfulPublish, filterExpression = null } = old;
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

function toAdoption({ name }: OldAlert, plan: AlertPlan | undefined): Adoption {
  return { kind: KIND, name, outcome: plan?.planned ? 'taken over' : 'left out', notes: plan?.notes ?? [] };
}

async function insertPlanned(ctx: Context, tx: Tx, planned: readonly Planned[]): Promise<void> {
  const ids = await recordTags(tx, [...new Set(planned.flatMap(({ tags }) => tags))]);
  const alerts = planned.map(({ tags, ...alert }) => ({
    ...alert,
    tagIds: tags.flatMap((tag) => ids.get(tag) ?? []),
  }));
  await insertAdopted(tx, alerts, ctx.now());
}

/** "Earlier email settings are discarded." Others name secrets that do not come along. */
function discard(name: string): Adoption {
  const notes = [`Set up ${name} anew before alerts that use it are switched on.`];
  return { kind: 'settings', name: `settings of ${name}`, outcome: 'discarded', notes };
}
