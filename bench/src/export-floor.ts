/**
 * The floor of an export: an HTTP server that sends the rows of a project's components from a cursor as JSON.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const AT_ONCE = 2_000;

const server = createServer((request, response) => {
  const uuid = request.url?.slice(1) ?? '';
  response.writeHead(200, { 'Content-Type': 'application/json' });
  Readable.from(rowsOf(uuid), { objectMode: false }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit());

async function* rowsOf(uuid: string): AsyncGenerator<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin read only');
    await client.query(`declare rows no scroll cursor for
      select component.* from component join project on project.id = component.project_id
      where project.uuid = '${uuid.replaceAll(/[^0-9a-f-]/g, '')}'`);
    for (;;) {
      const { rows } = await client.query(`fetch ${AT_ONCE} from rows`);
      if (rows.length === 0) return;
      yield rows.map((row) => JSON.stringify(row)).join('\n');
    }
  } finally {
    await client.end();
  }
}
