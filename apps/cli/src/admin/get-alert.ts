import type { Client } from '@tallyman/client';
import type { Alert } from '@tallyman/contract';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

/** Finds an alert by name or UUID. Throws if it does not exist. */
export async function getAlert(client: Client, reference: string): Promise<Alert> {
  const { alertOperations } = await import('@tallyman/contract');
  for await (const { rows } of client.pages(alertOperations.listAlerts, { pageSize: 100 })) {
    const alert = rows.find(({ name, uuid }) => name === reference || uuid === reference.toLowerCase());
    if (alert) return alert;
  }
  throw new CommandError(EXIT.failed, `Alert "${reference}" does not exist. See: tallyman alert list`);
}
