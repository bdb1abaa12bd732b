import type { Access, Operation } from '@tallyman/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Principal } from './principal.ts';

/** The parts of a request that authenticate its sender. */
export interface RequestSender {
  readonly method: string;
  readonly headers: FastifyRequest['headers'];
  /** Host and port under which the service was addressed. */
  readonly host: string;
}

/** The sender of a request. Undefined if it has no credentials; throws if they are wrong. */
export type Authenticate = (sender: RequestSender) => Promise<Principal | undefined>;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** Enforces the operation's access rule. */
export async function guard(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const { operation } = request.routeOptions.config;
  if (operation === undefined || operation.access.kind === 'public') return;
  request.principal = await authenticate(request);
  const principal = requirePrincipal(request.principal);
  requireEnrolled(principal, operation);
  requireAccess(principal, operation.access);
}

function requireEnrolled(principal: Principal, operation: Operation): void {
  if (!principal.mustEnrol || operation.duringEnrolment) return;
  throw new AppError(
    'forbidden',
    'This user must have a second factor. Set one up first, with POST /api/v2/users/self/second-factors/totp.',
    { members: { cause: 'SECOND_FACTOR_ENROLMENT_REQUIRED' } },
  );
}

export function requirePrincipal(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw new AppError(
    'unauthenticated',
    'Sign in first: send a session token as "Authorization: Bearer …" or an API key as "X-Api-Key".',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

function requireAccess(principal: Principal, access: Access): void {
  if (access.kind !== 'any-of') return;
  if (access.permissions.some((permission) => principal.permissions.has(permission))) return;
  throw new AppError('forbidden', `This needs one of the permissions ${access.permissions.join(', ')}.`);
}
