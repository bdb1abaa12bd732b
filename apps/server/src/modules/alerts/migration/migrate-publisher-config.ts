import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { PublisherKind } from '../publishers/publisher-kind.ts';
import { planMigratedPublisherConfig } from './plan-migrated-publisher-config.ts';

interface MigratedConfig {
  readonly text: string | null;
  readonly notes: readonly string[];
}

/** Migrates the destination of an alert. A token becomes a secret, so that it is nowhere stored in plain text. */
export async function migratePublisherConfig(
  ctx: Pick<Context, 'secrets'>,
  tx: Tx,
  alert: { readonly uuid: string; readonly name: string },
  kind: PublisherKind,
  given: unknown,
): Promise<MigratedConfig> {
  const { config, token, secretName, notes } = planMigratedPublisherConfig(kind, given);
  const kept = token === undefined ? undefined : await keepToken(ctx, tx, alert, kind, token);
  const named = secretName === undefined ? undefined : await findSecret(ctx, secretName);
  const authHeaderValue = kept?.secret ?? named?.secret;
  const members = { ...config, ...(authHeaderValue && { authHeaderValue }) };
  const isHeaderless = authHeaderValue !== undefined && !('authHeaderName' in members);
  return {
    text: kind.configSchema ? JSON.stringify(members) : null,
    notes: [
      ...notes,
      ...(kept?.notes ?? []),
      ...(named?.notes ?? []),
      ...(isHeaderless ? ['Set authHeaderName, the header that the token is sent in.'] : []),
    ],
  };
}

interface NamedSecret {
  readonly secret?: string;
  readonly notes: readonly string[];
}

async function keepToken(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Tx,
  alert: { readonly uuid: string; readonly name: string },
  { extension, displayName }: PublisherKind,
  token: string,
): Promise<NamedSecret> {
  if (extension !== 'webhook') return { notes: [`Its token was discarded: ${displayName} sends none.`] };
  if (secrets.isReadOnly) {
    return { notes: ['Its token was discarded: secrets are read-only. Provide it as a secret.'] };
  }
  const name = toSecretName(alert);
  const description = `Token of the alert ${alert.name}, migrated from Dependency-Track`;
  const isNew = await secrets.create({ name, value: token, description }, tx);
  return {
    secret: name,
    notes: [isNew ? `Its token is now the secret ${name}.` : `Its token is the existing secret ${name}.`],
  };
}

/** Secrets are not migrated: they are encrypted with a key of the source service. */
async function findSecret({ secrets }: Pick<Context, 'secrets'>, name: string): Promise<NamedSecret> {
  const known = await secrets.find(name).catch(() => undefined);
  if (known) return { secret: name, notes: [] };
  return { notes: [`The secret ${name} does not exist. Create it and select it again.`] };
}

const LONGEST_BEGINNING = 48;

function toSecretName({ uuid, name }: { readonly uuid: string; readonly name: string }): string {
  const beginning = name.replaceAll(/[^a-zA-Z0-9_]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return `${(beginning || 'alert').slice(0, LONGEST_BEGINNING)}-token-${uuid.slice(-8)}`;
}
