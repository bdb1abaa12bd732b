import { openAsBlob } from 'node:fs';
import type { BenchServer } from './start-server.ts';

interface Accepted {
  readonly token: string;
  readonly projectUuid: string;
}

/** Uploads a document to version 1 of a project, which is created if it does not exist. */
export async function uploadBom(server: BenchServer, project: string, file: string): Promise<Accepted> {
  const body = new FormData();
  body.set('projectName', project);
  body.set('projectVersion', '1');
  body.set('autoCreate', 'true');
  body.set('bom', await openAsBlob(file), 'bom.json');
  const headers = { authorization: server.authorization };
  const answer = await fetch(`${server.api}/api/v1/bom`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Accepted;
}
