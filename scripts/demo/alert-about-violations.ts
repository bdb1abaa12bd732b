import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@tallyman/client';
import { alertOperations, publisherOperations } from '@tallyman/contract';

/** An alert whose receiver exists as long as the portfolio is filled. */
export interface DemoAlert {
  /** Ends the receiver and disables the alert, which would fail from now on. */
  close(): Promise<void>;
}

/** Alerts about failed policies by webhook, so that the list of deliveries has entries. */
export async function alertAboutViolations(client: Client): Promise<DemoAlert> {
  const receiver = http.createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const destinationUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/violations`;
  const publishers = (await client.call(publisherOperations.listPublishers)).body;
  const publisher = { uuid: publishers.find(({ name }) => name === 'Webhook')?.uuid ?? '' };
  const common = { name: 'Policy violations', scope: 'PORTFOLIO', level: 'INFORMATIONAL' } as const;
  const { uuid } = (await client.call(alertOperations.createAlert, { body: { ...common, publisher } })).body;
  const settings = {
    ...common,
    uuid,
    notifyOn: ['POLICY_VIOLATION' as const],
    publisherConfig: JSON.stringify({ destinationUrl }),
    digest: 'UPLOAD' as const,
  };
  await client.call(alertOperations.updateAlert, { body: { ...settings, enabled: true } });
  return {
    close: async () => {
      await client.call(alertOperations.updateAlert, { body: { ...settings, enabled: false } });
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
