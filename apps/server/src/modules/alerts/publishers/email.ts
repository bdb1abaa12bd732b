import { isIP } from 'node:net';
import { createTransport, type Transporter } from 'nodemailer';
import type { SsrfGuard } from '../../../platform/outgoing-http/ssrf-guard.ts';
import { secretName } from '../../settings/schema-members.ts';
import { EMAIL_TEMPLATE } from '../templates/text-templates.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import type { OutgoingMessage, PublishDeps, PublisherKind } from './publisher-kind.ts';

interface EmailSettings {
  readonly enabled?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly username?: string;
  readonly password?: string;
  readonly sslEnabled?: boolean;
  readonly startTlsEnabled?: boolean;
  readonly senderAddress?: string;
}

interface EmailConfig {
  readonly subjectPrefix?: string;
  readonly recipientAddresses?: readonly string[];
}

const ADDRESS = '^[^\\s@<>,;:"()\\[\\]\\\\]+@[^\\s@<>,;:"()\\[\\]\\\\]+$';

export const email: PublisherKind = {
  extension: 'email',
  displayName: 'Email',
  description: 'Sends mail to addresses and to the members of teams',
  template: { text: EMAIL_TEMPLATE, mimeType: 'text/plain' },
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      subjectPrefix: { type: 'string', title: 'Subjects begin with', maxLength: 255, default: '[Tallyman]' },
      recipientAddresses: {
        type: 'array',
        title: 'Recipients',
        maxItems: 500,
        items: { type: 'string', maxLength: 320, pattern: ADDRESS },
        default: [],
      },
    },
  },
  settingsSchema: {
    type: 'object',
    required: ['enabled'],
    additionalProperties: false,
    properties: {
      enabled: { type: 'boolean', title: 'Enabled', default: false },
      host: { type: 'string', title: 'Mail server', maxLength: 255, pattern: '^[A-Za-z0-9._:-]+$' },
      port: { type: 'integer', title: 'Port', minimum: 1, maximum: 65_535, default: 587 },
      username: { type: 'string', title: 'User name', maxLength: 255 },
      password: { ...secretName, title: 'Secret with the password' },
      sslEnabled: { type: 'boolean', title: 'TLS from the start', default: false },
      startTlsEnabled: { type: 'boolean', title: 'STARTTLS is required', default: false },
      senderAddress: { type: 'string', title: 'Sender', maxLength: 320, pattern: ADDRESS },
    },
  },
  publish: async (message, deps) => {
    const settings = message.settings as EmailSettings;
    const { enabled, host, senderAddress } = settings;
    if (!enabled || !host || !senderAddress)
      return {
        result: 'permanent',
        error: 'Mail is not configured. Ask an administrator to configure it once for all alerts.',
      };
    const recipients = recipientsOf(message);
    if (recipients.length === 0) return { result: 'permanent', error: 'The alert has no recipients.' };
    const transport = await createMailTransport(settings, deps);
    try {
      return await send(transport, message, senderAddress, recipients, host);
    } finally {
      transport.close();
    }
  },
  check: async (settings, deps) => {
    const transport = await createMailTransport(settings as EmailSettings, deps);
    try {
      await transport.verify();
      return undefined;
    } finally {
      transport.close();
    }
  },
};

function recipientsOf({ config, teamAddresses }: OutgoingMessage): string[] {
  const { recipientAddresses = [] } = config as EmailConfig;
  return [...new Set([...recipientAddresses, ...teamAddresses])];
}

async function send(
  transport: Transporter,
  message: OutgoingMessage,
  from: string,
  recipients: readonly string[],
  host: string,
): Promise<PublishOutcome> {
  const { title, id } = message.notification;
  const { subjectPrefix = '' } = message.config as EmailConfig;
  const { content, mimeType } = await message.render();
  const [only, ...others] = recipients;
  const destination = `${host} (${recipients.length} recipient${recipients.length === 1 ? '' : 's'})`;
  try {
    const sent = await transport.sendMail({
      from,
      // Recipients do not see each other.
      ...(others.length === 0 ? { to: only } : { bcc: [...recipients] }),
      subject: `${subjectPrefix} ${title}`.trim().replaceAll(/[\r\n]+/g, ' '),
      messageId: `<${id}@tallyman>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(mimeType.startsWith('text/html') ? { html: content } : { text: content }),
    });
    return { result: 'delivered', destination, responseExcerpt: String(sent.response ?? '').slice(0, 2_048) };
  } catch (error) {
    return { ...toFailure(error), destination };
  }
}

/** "SMTP 4xx retried", as are failed connections. 5xx is permanent. */
function toFailure(error: unknown): PublishOutcome {
  const { responseCode, response, message } = error as Error & { responseCode?: number; response?: string };
  const isPermanent = responseCode !== undefined && responseCode >= 500;
  return {
    result: isPermanent ? 'permanent' : 'transient',
    responseStatus: responseCode,
    responseExcerpt: response,
    error: message,
  };
}

async function createMailTransport(settings: EmailSettings, deps: PublishDeps): Promise<Transporter> {
  const { host = '', port = 587, username, password, sslEnabled, startTlsEnabled } = settings;
  const { timeoutMs } = deps;
  return createTransport({
    host: await resolveHost(host, deps.guard),
    port,
    secure: sslEnabled ?? false,
    requireTLS: startTlsEnabled ?? false,
    ...(isIP(host) ? {} : { tls: { servername: host } }),
    ...(username
      ? { auth: { user: username, pass: password ? await deps.resolveSecret(password) : '' } }
      : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns the address that passed the guard, so that the connection goes to exactly that address. */
function resolveHost(host: string, guard: SsrfGuard): Promise<string> {
  if (isIP(host)) {
    guard.checkAddress(host);
    return Promise.resolve(host);
  }
  const outcome = Promise.withResolvers<string>();
  guard.lookup(host, {}, (error, address) =>
    error ? outcome.reject(error) : outcome.resolve(String(address)),
  );
  return outcome.promise;
}
