import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Service {
  readonly url: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** The service as `npm start` runs it, on free ports and with a new data folder. */
export async function startService(root: string, directory: string): Promise<Service> {
  const password = randomBytes(18).toString('base64url');
  const [port, managementPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SVC_HTTP_PORT: String(port),
      SVC_MANAGEMENT_PORT: String(managementPort),
      SVC_DATA_DIRECTORY: join(directory, 'data'),
      SVC_INIT_ADMIN_PASSWORD: password,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/api/version`);
  return {
    url,
    password,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('The service did not become ready within two minutes.');
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
