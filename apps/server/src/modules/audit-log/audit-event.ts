import type { AuditActor, AuditChanges } from '@tallyman/contract';

/** An administrative action or a sign-in, before it has its place in the log. */
export interface AuditEvent {
  readonly occurredAt: Date;
  readonly actor: { readonly kind: AuditActor; readonly name?: string; readonly address?: string };
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id?: string; readonly name?: string };
  readonly changes: AuditChanges;
}
