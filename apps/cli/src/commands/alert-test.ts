import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@tallyman/client';
import type { Delivery, NotificationGroup } from '@tallyman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { getAlert } from '../admin/get-alert.ts';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Column, print, renderTable } from '../output.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface TestOptions extends ServerOptions, JsonOption {
  readonly group?: string;
  readonly timeout: number;
}

const LOOK_EVERY_MS = 250;

export function registerAlertTest(alert: Command): void {
  const command = alert
    .command('test')
    .argument('<alert>', 'name or UUID of the alert')
    .description('Send a sample notification for each group of an alert and show the outcome')
    .option('--group <group>', 'only this group')
    .addOption(new Option('--timeout <seconds>', 'how long to wait').default(30).argParser(toSeconds))
    .action((name: string, options: TestOptions) =>
      withSession(options, (client) => test(client, name, options)),
    );
  addExamples(
    addServerOptions(command),
    'tallyman alert test "Security channel"',
    'tallyman alert test "Security channel" --group NEW_VULNERABILITY --json',
  );
}

function toSeconds(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number of seconds of 1 or more.');
}

async function test(client: Client, name: string, { group, timeout, json }: TestOptions): Promise<void> {
  const { publisherOperations } = await import('@tallyman/contract');
  const alert = await getAlert(client, name);
  const { body: tested } = await client.call(publisherOperations.testAlert, {
    params: { ruleUuid: alert.uuid },
    query: { group: group?.toUpperCase() as NotificationGroup | undefined },
  });
  if (tested.length === 0)
    throw new CommandError(EXIT.usage, `The alert ${alert.name} has no groups. Choose one with --group.`);
  const deliveries = await waitForDeliveries(
    client,
    tested.map(({ notification }) => notification),
    timeout,
  );
  const isDelivered = deliveries.every(({ status }) => status === 'DELIVERED');
  await print(
    { document: { alert: alert.name, deliveries }, text: renderTable(COLUMNS, deliveries) },
    { json },
  );
  if (!isDelivered) process.exitCode = EXIT.failed;
}

/** Waits until each sample was delivered, has failed or was tried once: a test does not wait for retries. */
async function waitForDeliveries(
  client: Client,
  ids: readonly string[],
  seconds: number,
): Promise<Delivery[]> {
  const { deliveryOperations } = await import('@tallyman/contract');
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const found = await Promise.all(
      ids.map((notification) => client.call(deliveryOperations.listDeliveries, { query: { notification } })),
    );
    const deliveries = found.flatMap(({ body }) => body);
    const isDone = deliveries.every(({ status, attempts }) => status !== 'PENDING' || attempts > 0);
    if (isDone || performance.now() > until) return deliveries;
    await sleep(LOOK_EVERY_MS);
  }
}

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'GROUP', value: ({ notification }) => notification.group },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'ANSWER', value: ({ responseStatus }) => responseStatus?.toString() },
  { title: 'DESTINATION', value: ({ destination }) => destination, shrinks: true },
  { title: 'ERROR', value: ({ error }) => error, shrinks: true },
];
