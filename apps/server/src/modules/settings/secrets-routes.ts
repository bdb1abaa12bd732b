import { type Secret, secretOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { SecretDetails } from '../../platform/secrets/secrets.ts';

/** Secrets are written and listed by name, never read. */
export function secretsRoutes(server: FastifyInstance, ctx: Context): void {
  serveReading(server, ctx);
  serveWriting(server, ctx);
}

function serveReading(server: FastifyInstance, { secrets }: Context): void {
  serve(server, secretOperations.listSecrets, async ({ query }) => {
    const page = toKeysetPage('secrets', query, { fields: {}, unsorted: 'name' });
    const named = (await secrets.list()).filter(({ name }) => name.startsWith(query.q ?? ''));
    const rest = named.filter(({ name }) => name > String(page.after?.value ?? ''));
    const rows = rest.slice(0, page.limit + 1);
    const total = { count: named.length, type: 'EXACT' } as const;
    const body = presentPage(page, { rows, total }, presentSecret, ({ name }) => ({ value: name, id: 0 }));
    return { status: 200, body };
  });
  serve(server, secretOperations.getSecret, async ({ params }) => {
    const secret = await secrets.find(params.name);
    if (!secret) throw unknownSecret(params.name);
    return { status: 200, body: presentSecret(secret) };
  });
  serve(server, secretOperations.getSystemCapabilities, async () => ({
    status: 200,
    body: { capabilities: { secret_management: { read_only: secrets.isReadOnly } } },
  }));
}

function serveWriting(server: FastifyInstance, { secrets }: Context): void {
  serve(server, secretOperations.createSecret, async ({ body }) => {
    if (!(await secrets.create(body)))
      throw new AppError('conflict', `Secret "${body.name}" already exists.`);
    return { status: 201, headers: { Location: `/api/v2/secrets/${body.name}` } };
  });
  serve(server, secretOperations.updateSecret, async ({ params, body }) => {
    const isChanged = await secrets.update(params.name, body);
    if (isChanged === undefined) throw unknownSecret(params.name);
    return isChanged ? { status: 204 } : { status: 304 };
  });
  serve(server, secretOperations.deleteSecret, async ({ params }) => {
    if (!(await secrets.delete(params.name))) throw unknownSecret(params.name);
    return { status: 204 };
  });
}

function presentSecret({ name, description, createdAt, updatedAt }: SecretDetails): Secret {
  return { name, description, created_at: createdAt?.getTime(), updated_at: updatedAt?.getTime() };
}

function unknownSecret(name: string): AppError {
  return new AppError('not-found', `Secret "${name}" does not exist.`);
}
