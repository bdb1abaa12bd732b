import http, { type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Sends no response. */
  readonly isSilent?: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** How the next requests are answered. */
  answer: (request: ReceivedRequest, count: number) => Answer;
  close(): Promise<void>;
}

/** A server on loopback that records requests. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = http.createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: Buffer.concat(chunks) };
    requests.push(request);
    const {
      status = 200,
      headers: sent = {},
      body = 'ok',
      isSilent,
    } = receiver.answer(request, requests.length);
    if (!isSilent) outgoing.writeHead(status, sent).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: () => ({}),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
