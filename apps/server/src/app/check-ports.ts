import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../platform/config/load-config.ts';
import { findRunningServer } from '../platform/embedded-postgres/find-running-server.ts';
import { StartError } from '../platform/errors.ts';
import { explainListenError } from './listen.ts';

interface Listener {
  readonly property: 'http' | 'management' | 'embedded-postgres';
  readonly host: string;
  readonly port: number;
}

/**
 * Tries every port of this node before anything else: a start that fails because of a port must not have created a
 * database, nor the password that is shown only once. Throws one error for all ports.
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const listeners = [...planListeners(config), ...planEmbeddedListener(config)];
  const attempts = await Promise.all(listeners.map(tryToListen));
  const problems = attempts.filter((attempt) => attempt instanceof Error);
  await Promise.all(attempts.map((attempt) => (attempt instanceof Error ? undefined : close(attempt))));
  const [first] = problems;
  if (first === undefined) return;
  if (problems.length === 1) throw first;
  throw new StartError(problems.map(({ message }) => message).join('\n'));
}

function planListeners(config: Config): Listener[] {
  const management: Listener = {
    property: 'management',
    host: config['svc.management.host'],
    port: config['svc.management.port'],
  };
  if (config['svc.config.profile'] === 'worker' || config['svc.init.and.exit']) return [management];
  const http: Listener = { property: 'http', host: config['svc.http.host'], port: config['svc.http.port'] };
  if (http.port !== 0 && http.port === management.port && http.host === management.host) {
    throw new StartError(
      `svc.http.port and svc.management.port are both ${http.port}. Choose another one: ` +
        `--set svc.management.port=${http.port + 1}`,
    );
  }
  return [management, http];
}

/** Not if the server of an earlier run still has the port: it is reattached. */
function planEmbeddedListener(config: Config): Listener[] {
  const port = config['svc.embedded-postgres.port'];
  if (config.datasources.default?.url || port === 0) return [];
  if (findRunningServer(join(config['svc.data.directory'], 'postgres')) !== undefined) return [];
  return [{ property: 'embedded-postgres', host: '127.0.0.1', port }];
}

function tryToListen(listener: Listener): Promise<Server | Error> {
  const { property, host, port } = listener;
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => resolve(explainListenError(error, property, host, port)));
    server.listen({ host, port }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
