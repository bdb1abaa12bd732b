import type { Db, Tx } from '../../../platform/db/database.ts';
import type { Semaphore } from '../../../platform/semaphore.ts';
import type { UserKind } from '../user-kind.ts';
import type { SignInRecord } from '../user-store.ts';

/** What a source knows about a person after it has verified credentials or tokens. */
export interface Identity {
  /** The name at the source. The stored user may have another one, for example after a conflict. */
  readonly username: string;
  readonly email?: string | undefined;
  readonly fullname?: string | undefined;
  /** Identifies the person at the source: the subject of OpenID Connect, the distinguished name of LDAP. */
  readonly subject: string;
  /** Groups at the source, which mappings turn into teams. */
  readonly groups: readonly string[];
}

/** What a sign-in changes besides the session. */
interface AdmissionRules {
  /** Whether a first sign-in creates the user. */
  readonly createsUsers: boolean;
  /** Whether every sign-in sets the teams of the user to those that are mapped to the groups. */
  readonly synchronizesTeams: boolean;
  /** Names of the teams of new users. Without effect if teams are synchronised. */
  readonly defaultTeams: readonly string[];
}

/**
 * Where users come from: managed here, in an LDAP directory or at an OpenID Connect provider. Every kind has the same
 * shape, so that sign-in, creation of users, teams and sign-out are the same for all.
 */
export interface IdentitySource<Proof> {
  readonly kind: UserKind;
  readonly rules: AdmissionRules;
  /**
   * Returns undefined if the proof is wrong. Throws an `AppError` of kind `unavailable` if the source cannot be reached,
   * which is not a failed sign-in.
   */
  verify(proof: Proof): Promise<Identity | undefined>;
  /** Returns the stored user of an identity. Throws if its name belongs to another identity of the same source. */
  findUser(db: Db, identity: Identity): Promise<{ readonly id: number } | undefined>;
  /** Stores what the source knows about the user. Writes nothing if nothing has changed. */
  recordIdentity(tx: Tx, userId: number, identity: Identity): Promise<void>;
  /** Returns the teams that the groups are mapped to. */
  listTeamIds(db: Db, groups: readonly string[]): Promise<number[]>;
  /** Returns the address at which the browser also ends its session at the source, if the source has one. */
  findLogoutUrl(returnUrl: string): Promise<string | undefined>;
}

interface PasswordProof {
  readonly username: string;
  readonly password: string;
  /** The user of this name, if one exists. */
  readonly user: SignInRecord | undefined;
}

export interface PasswordSource extends IdentitySource<PasswordProof> {
  /** Limits concurrent verifications. A source that waits for another server must not delay other sources. */
  readonly turns: Semaphore;
}
