import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface OidcFlow {
  readonly provider: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnPath: string;
  readonly redirectUri: string;
}

interface NewFlow extends OidcFlow {
  readonly stateHash: Buffer;
  /** Hash of the cookie of the browser that began. */
  readonly browserHash: Buffer;
  readonly network: string;
  readonly expiresAt: Date;
}

/** More than one network needs. Bounds what requests without credentials can store. */
const MAX_PER_NETWORK = 200;

/** Deletes the oldest of the network if there are too many. */
export async function insertFlow(tx: Tx, flow: NewFlow): Promise<void> {
  await tx
    .insertInto('oidc_sign_in')
    .values({
      ...{ state_hash: flow.stateHash, browser_hash: flow.browserHash, provider: flow.provider },
      ...{ nonce: flow.nonce, code_verifier: flow.verifier, return_path: flow.returnPath },
      ...{ redirect_uri: flow.redirectUri, network: flow.network, expires_at: flow.expiresAt },
    })
    .execute();
  await sql`
    delete from oidc_sign_in where network = ${flow.network} and state_hash in (
      select state_hash from oidc_sign_in where network = ${flow.network}
      order by expires_at desc offset ${MAX_PER_NETWORK})
  `.execute(tx);
}

/** Deletes the flow, so that it completes once. Returns undefined if it is unknown, has expired or is of another browser. */
export async function consumeFlow(
  tx: Tx,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
): Promise<OidcFlow | undefined> {
  const { rows } = await sql<OidcFlow>`
    delete from oidc_sign_in
    where state_hash = ${stateHash} and browser_hash = ${browserHash} and expires_at > ${now}
    returning provider, nonce, code_verifier as verifier, return_path as "returnPath", redirect_uri as "redirectUri"
  `.execute(tx);
  return rows[0];
}

export async function deleteExpiredFlows(tx: Tx, now: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('oidc_sign_in')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
