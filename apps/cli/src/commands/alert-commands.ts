import type { Alert, Delivery } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { type AlertOptions, addAlertOptions, toAlertChoices, updateAlert } from '../admin/alert-options.ts';
import { describeAlert } from '../admin/describe-alert.ts';
import { getAlert } from '../admin/get-alert.ts';
import { addExamples, addServerOptions, type JsonOption, toLimit } from '../command-options.ts';
import { addConfirmOption, type ConfirmOption, confirm } from '../confirm.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type Column, print } from '../output.ts';
import { addOutputOptions, type OutputOptions } from '../output-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';
import { toChoice } from '../to-choice.ts';
import { toListOutcome } from '../to-list-outcome.ts';

type CommonOptions = ServerOptions & JsonOption;

interface CreateOptions extends CommonOptions, AlertOptions {
  readonly publisher: string;
  readonly scope: string;
}

interface ChangeOptions extends CommonOptions, AlertOptions {
  readonly name?: string;
}

interface LogOptions extends ServerOptions, OutputOptions {
  readonly status?: string;
  readonly limit: number;
}

/** All commands except list and test, which have their own files. */
export function registerAlertCommands(alert: Command): void {
  registerShow(alert);
  registerCreate(alert);
  registerChange(alert);
  registerSwitches(alert);
  registerLog(alert);
  registerDelete(alert);
}

function registerShow(alert: Command): void {
  const command = alert
    .command('show')
    .argument('<alert>', 'name or UUID')
    .description('Show an alert')
    .action(async (name: string, options: CommonOptions) =>
      print(describeAlert(await withSession(options, (client) => getAlert(client, name))), options),
    );
  addExamples(addServerOptions(command), 'tallyman alert show "Security channel"');
}

function registerCreate(alert: Command): void {
  const command = alert
    .command('create')
    .argument('<name>')
    .description('Create an alert')
    .requiredOption('--publisher <publisher>', 'publisher: Webhook, Slack, Email, … (name or UUID)')
    .option('--scope <scope>', 'portfolio or system', 'portfolio')
    .action(async (name: string, options: CreateOptions) =>
      print(describeAlert(await create(name, options)), options),
    );
  addExamples(
    addServerOptions(addAlertOptions(command)),
    'tallyman alert create chat --publisher Slack --destination https://hooks.example.org/x --group new-vulnerability',
    'tallyman alert create uploads --publisher Webhook --destination https://ci.example.org/hook --group new-vulnerability --digest upload',
    'tallyman alert create worst --publisher Webhook --destination https://ci.example.org/hook --group new-vulnerability --filter \'subject.vulnerability.severity == "CRITICAL"\'',
    'tallyman alert create weekly --publisher Email --destination sec@example.org --group new-vulnerabilities-summary --schedule "0 8 * * 1"',
  );
}

async function create(name: string, options: CreateOptions): Promise<Alert> {
  const { ALERT_SCOPES, alertOperations, publisherOperations } = await import('@tallyman/contract');
  const scope = toChoice(options.scope, ALERT_SCOPES, 'scope');
  const { notificationLevel = 'INFORMATIONAL' } = await toAlertChoices(options);
  return withSession(options, async (client) => {
    const { body: publishers } = await client.call(publisherOperations.listPublishers);
    const wanted = options.publisher.toLowerCase();
    const publisher = publishers.find((each) => each.name.toLowerCase() === wanted || each.uuid === wanted);
    if (!publisher) {
      const known = publishers.map((each) => each.name).join(', ');
      throw new CommandError(
        EXIT.usage,
        `Publisher "${options.publisher}" does not exist. Use one of ${known}.`,
      );
    }
    const operation =
      options.schedule === undefined ? alertOperations.createAlert : alertOperations.createScheduledAlert;
    const body = { name, scope, notificationLevel, publisher: { uuid: publisher.uuid } };
    const { body: created } = await client.call(operation, { body });
    return updateAlert(client, created, { ...options, enabled: true });
  });
}

function registerChange(alert: Command): void {
  const command = alert
    .command('change')
    .argument('<alert>', 'name or UUID')
    .description('Change an alert; options that are not given are not changed')
    .option('--name <name>', 'another name')
    .action(async (reference: string, options: ChangeOptions) => {
      const changed = await withSession(options, async (client) =>
        updateAlert(client, await getAlert(client, reference), options),
      );
      await print(describeAlert(changed), options);
    });
  addExamples(
    addServerOptions(addAlertOptions(command)),
    'tallyman alert change chat --group new-vulnerability --group bom-processing-failed',
    'tallyman alert change chat --project "My service:1.0.0" --latest-only',
  );
}

function registerSwitches(alert: Command): void {
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    const command = alert
      .command(name)
      .argument('<alert>', 'name or UUID')
      .description(enabled ? 'Enable an alert' : 'Disable an alert')
      .action(async (reference: string, options: CommonOptions) => {
        const changed = await withSession(options, async (client) =>
          updateAlert(client, await getAlert(client, reference), { enabled }),
        );
        await print(describeAlert(changed), options);
      });
    addExamples(addServerOptions(command), `tallyman alert ${name} chat`);
  }
}

function registerLog(alert: Command): void {
  const command = alert
    .command('log')
    .argument('[alert]', 'only this alert: name or UUID')
    .description('List deliveries and their outcome, newest first')
    .option('--status <status>', 'pending, delivered, failed, cancelled or filter-failed')
    .addOption(new Option('--limit <n>', 'maximum number').default(50).argParser(toLimit))
    .action(async (reference: string | undefined, options: LogOptions) => {
      const rows = await listDeliveries(reference, options);
      await print(toListOutcome({ name: 'deliveries', columns, rows }), options);
    });
  addExamples(
    addOutputOptions(command, 'csv'),
    'tallyman alert log chat',
    'tallyman alert log --status failed --output csv',
  );
}

async function listDeliveries(reference: string | undefined, options: LogOptions): Promise<Delivery[]> {
  const { DELIVERY_STATUSES, deliveryOperations } = await import('@tallyman/contract');
  const { limit, status } = options;
  return withSession(options, async (client) => {
    const alert = reference === undefined ? undefined : (await getAlert(client, reference)).uuid;
    const query = {
      ...(alert === undefined ? {} : { alert }),
      ...(status === undefined ? {} : { status: toChoice(status, DELIVERY_STATUSES, 'status') }),
    };
    const found: Delivery[] = [];
    const pageSize = Math.min(limit, 100);
    for await (const { rows } of client.pages(deliveryOperations.listDeliveries, { query, pageSize })) {
      found.push(...rows);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  });
}

const columns: readonly Column<Delivery>[] = [
  {
    title: 'TIME',
    value: ({ createdAt }) => new Date(createdAt).toISOString().slice(0, 19).replace('T', ' '),
  },
  { title: 'ALERT', value: ({ alert }) => alert.name, shrinks: true },
  { title: 'GROUP', value: ({ notification }) => notification.group },
  { title: 'STATUS', value: ({ status }) => status },
  { title: 'ATTEMPTS', value: ({ attempts }) => String(attempts) },
  { title: 'ANSWER', value: ({ responseStatus }) => responseStatus?.toString() },
  { title: 'DESTINATION', value: ({ destination }) => destination, shrinks: true },
  { title: 'ERROR', value: ({ error }) => error, shrinks: true },
];

function registerDelete(alert: Command): void {
  const command = alert
    .command('delete')
    .argument('<alert>', 'name or UUID')
    .description('Delete an alert')
    .action(async (reference: string, options: CommonOptions & ConfirmOption) => {
      const { alertOperations } = await import('@tallyman/contract');
      await confirm(`Delete the alert ${reference}?`, options);
      await withSession(options, async (client) => {
        const { uuid } = await getAlert(client, reference);
        await client.call(alertOperations.deleteAlert, { body: { uuid } });
      });
      await print({ document: { deleted: reference }, text: `${reference} is deleted.` }, options);
    });
  addExamples(addConfirmOption(addServerOptions(command)), 'tallyman alert delete chat --yes');
}
