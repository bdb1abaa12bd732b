import type { Client } from '@tallyman/client';
import type { LoggedNotification } from '@tallyman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addExamples, addServerOptions } from '../command-options.ts';
import { type ServerOptions, withSession } from '../server-session.ts';

interface TailOptions extends ServerOptions {
  readonly lines: number;
  readonly follow: boolean;
  readonly group?: readonly string[];
}

/** Less than the request timeout of the client. */
const WAIT_SECONDS = 25;

export function registerNotificationTail(notification: Command): void {
  const command = notification
    .command('tail')
    .description('Follow the notifications, one JSON document per line')
    .addOption(
      new Option('-n, --lines <n>', 'number of earlier notifications to show first')
        .default(10)
        .argParser(toCount),
    )
    .option('--no-follow', 'stop after the earlier notifications')
    .option('--group <group...>', 'only these groups, such as NEW_VULNERABILITY')
    .action((options: TailOptions) => withSession(options, (client) => tail(client, options)));
  addExamples(
    addServerOptions(command),
    'tallyman notification tail',
    "tallyman notification tail --group NEW_VULNERABILITY | jq -r '.title'",
    'tallyman notification tail -n 100 --no-follow',
  );
}

function toCount(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a number from 0 to 999.');
}

async function tail(client: Client, { lines, follow, group }: TailOptions): Promise<void> {
  const { deliveryOperations } = await import('@tallyman/contract');
  const wanted = group && new Set(group.map((name) => `GROUP_${name.toUpperCase().replace(/^GROUP_/, '')}`));
  const print = (logged: readonly LoggedNotification[]) => {
    for (const { notification } of logged)
      if (!wanted || wanted.has(notification.group))
        process.stdout.write(`${JSON.stringify(notification)}\n`);
  };
  // At least one is requested, because its position is where to continue.
  const { body: earlier } = await client.call(deliveryOperations.listNotifications, {
    query: { limit: Math.max(lines, 1) },
  });
  print(lines > 0 ? earlier : []);
  let after = earlier.at(-1)?.position ?? 0;
  while (follow) {
    const { body: news } = await client.call(deliveryOperations.listNotifications, {
      query: { after, wait: WAIT_SECONDS },
    });
    print(news);
    after = news.at(-1)?.position ?? after;
  }
}
