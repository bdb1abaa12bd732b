import { createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findFileText } from './find-file-text.ts';
import { writePrivateFile } from './private-file.ts';

/** A fixed port, or for 0 the port of the last start if it is still free, so that tools can reconnect. */
export async function choosePort(dataDirectory: string, requested: number): Promise<number> {
  if (requested !== 0) return requireFree(requested);
  const path = join(dataDirectory, 'port');
  const remembered = findRememberedPort(path);
  if (remembered !== null && (await findFreePort(remembered)) !== null) return remembered;
  const port = await findFreePort(0);
  if (port === null)
    throw new EmbeddedPostgresError('There is no free port on 127.0.0.1 for the embedded PostgreSQL.');
  writePrivateFile(path, `${port}\n`);
  return port;
}

async function requireFree(port: number): Promise<number> {
  if ((await findFreePort(port)) !== null) return port;
  throw new EmbeddedPostgresError(
    `Port ${port} on 127.0.0.1, configured for the embedded PostgreSQL, is not available. Stop what uses it, or ` +
      'configure another port (0 chooses a free one).',
  );
}

export function findFreePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen({ host: '127.0.0.1', port }, () => {
      const address = probe.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : null;
      probe.close(() => resolve(chosen));
    });
  });
}

function findRememberedPort(path: string): number | null {
  const port = Number(findFileText(path));
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}
