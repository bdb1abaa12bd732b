import type { FastifyInstance } from 'fastify';
import { StartError } from '../platform/errors.ts';

/** Starts to listen. If the port is taken, the error names the property that changes it. */
export async function listen(
  server: FastifyInstance,
  property: 'http' | 'management',
  host: string,
  port: number,
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, property, host, port);
  }
}

/** An error that names the property to change. Unexpected errors are returned unchanged. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  property: 'http' | 'management' | 'embedded-postgres',
  host: string,
  port: number,
): Error {
  const name = `svc.${property}.port`;
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken, maybe by another Tallyman. Stop that one, or choose another port: --set ${name}=${port + 1}`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has. Choose one above 1023: --set ${name}=8080`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`${host} is not an address of this machine. Correct svc.${property}.host.`);
  }
  return error;
}
