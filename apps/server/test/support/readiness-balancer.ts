import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Backend {
  readonly url: string;
  readonly managementUrl: string;
}

export interface ReadinessBalancer {
  readonly url: string;
  add(backend: Backend): void;
  /** Whether requests are sent to this node. */
  sendsTo(backend: Backend): boolean;
  /** Whether requests are sent to this node, or are still running there. */
  isUsing(backend: Backend): boolean;
  close(): Promise<void>;
}

const POLL_MS = 20;

/** Forwards requests to ready nodes, round robin, over keep-alive connections. Does not retry. */
export async function startReadinessBalancer(): Promise<ReadinessBalancer> {
  const isReady = new Map<Backend, boolean>();
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const underWay = new Map<Backend, number>();
  const count = (backend: Backend, by: number) => underWay.set(backend, (underWay.get(backend) ?? 0) + by);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = [...isReady].filter(([, up]) => up).map(([backend]) => backend);
    const target = ready[turn++ % ready.length];
    if (target) {
      count(target, 1);
      outgoing.once('close', () => count(target, -1));
      passOn(target, agent, incoming, outgoing);
    } else outgoing.writeHead(502).end('no node is ready');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all([...isReady.keys()].map(async (each) => isReady.set(each, await askReadiness(each))));
      await sleep(POLL_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (backend) => void isReady.set(backend, false),
    sendsTo: (backend) => isReady.get(backend) ?? false,
    isUsing: (backend) => (isReady.get(backend) ?? false) || (underWay.get(backend) ?? 0) > 0,
    close: async () => {
      stopping.abort();
      await polling;
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function askReadiness({ managementUrl }: Backend): Promise<boolean> {
  const answer = await fetch(`${managementUrl}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

function passOn(target: Backend, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', headers, url } = incoming;
  const passed = request(`${target.url}${url}`, {
    agent,
    method,
    headers: { ...headers, connection: 'keep-alive' },
  });
  passed.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502);
    answer.pipe(outgoing);
  });
  passed.on('error', (error) => outgoing.writeHead(502).end(error.message));
  incoming.pipe(passed);
}
