/** The same framework, answering with a constant of a given size: the speed of light for a list. */
import Fastify from 'fastify';

const [size = '1000'] = process.argv.slice(2);
const constant = JSON.stringify({ text: 'x'.repeat(Number(size) - 11) });
const server = Fastify();
server.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(constant));
process.stdout.write(await server.listen({ port: 0, host: '127.0.0.1' }));
