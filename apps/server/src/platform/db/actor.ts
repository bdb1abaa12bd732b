import { AsyncLocalStorage } from 'node:async_hooks';

/** Who causes changes of the database. Triggers read it and record it in the audit log (ADR 0197). */
export interface Actor {
  readonly kind: 'user' | 'api-key' | 'anonymous';
  readonly name?: string | undefined;
  readonly address: string;
}

const actors = new AsyncLocalStorage<Actor>();

/** Transactions that `work` begins are those of the actor. Others are those of the service. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work);
}

export function findActor(): Actor | undefined {
  return actors.getStore();
}
