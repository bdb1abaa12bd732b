/** The same framework with constant responses: a page as text, and as an object to serialise. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [page = ''] = process.argv.slice(2);
const text = readFileSync(page, 'utf8');
const object: unknown = JSON.parse(text);
const server = Fastify();
server.get('/text', (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
server.get('/object', () => object);
process.stdout.write(await server.listen({ port: 0, host: '127.0.0.1' }));
