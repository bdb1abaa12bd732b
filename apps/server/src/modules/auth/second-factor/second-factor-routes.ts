import { type SecondFactor, secondFactorOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import type { AccessContext } from '../access-context.ts';
import type { SignInContext } from '../identity-sources/identity-sources.ts';
import { requireUser } from '../require-user.ts';
import { addWebAuthn, confirmTotp, startTotp, startWebAuthn } from './enrol-second-factor.ts';
import {
  getManagedSelf,
  removeSecondFactor,
  renameSecondFactor,
  renewRecoveryCodes,
  resetSecondFactors,
} from './manage-second-factors.ts';
import { countRecoveryCodes } from './recovery-code-store.ts';
import { mustHaveSecondFactor } from './second-factor-policy.ts';
import { type FactorRecord, listFactors } from './second-factor-store.ts';
import { beginSignIn, completeSignIn } from './sign-in-steps.ts';
import { requireDomain, toRpId } from './webauthn.ts';

export function secondFactorRoutes(
  server: FastifyInstance,
  ctx: AccessContext,
  signInContext: SignInContext,
): void {
  enrolmentRoutes(server, ctx);
  managementRoutes(server, ctx);
  signInRoutes(server, signInContext);
}

function enrolmentRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, secondFactorOperations.startTotp, async ({ principal, body, remoteAddress }) => ({
    status: 201,
    body: await startTotp(ctx, principal, { ...body, address: remoteAddress }),
  }));
  serve(server, secondFactorOperations.confirmTotp, async ({ principal, params, body }) => ({
    status: 200,
    body: { recovery_codes: await confirmTotp(ctx, principal, params.uuid, body.code) },
  }));
  serve(
    server,
    secondFactorOperations.startWebAuthn,
    async ({ principal, body, headers, remoteAddress }) => ({
      status: 200,
      body: await startWebAuthn(ctx, principal, requireDomain(rpIdOf(ctx, headers)), {
        password: body.password,
        address: remoteAddress,
      }),
    }),
  );
  serve(server, secondFactorOperations.addWebAuthn, async ({ principal, body }) => ({
    status: 201,
    body: await addWebAuthn(ctx, principal, {
      challengeId: body.challenge_id,
      name: body.name,
      response: body.response,
    }),
  }));
}

function managementRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, secondFactorOperations.listSecondFactors, async ({ principal }) => {
    const { id, kind } = await getManagedSelf(ctx, requireUser(principal));
    const required = mustHaveSecondFactor(ctx.config['svc.auth.second-factor.required'], {
      kind,
      permissions: principal.permissions,
    });
    const factors = (await listFactors(ctx.db, id)).map(present);
    const recovery_codes_left = await countRecoveryCodes(ctx.db, id);
    return { status: 200, body: { required, factors, recovery_codes_left } };
  });
  serve(server, secondFactorOperations.renameSecondFactor, async ({ principal, params, body }) => {
    await renameSecondFactor(ctx, principal, params.uuid, body.name);
    return { status: 204 };
  });
  serve(
    server,
    secondFactorOperations.removeSecondFactor,
    async ({ principal, params, body, remoteAddress }) => {
      await removeSecondFactor(ctx, principal, params.uuid, body, remoteAddress);
      return { status: 204 };
    },
  );
  serve(server, secondFactorOperations.renewRecoveryCodes, async ({ principal, body, remoteAddress }) => ({
    status: 200,
    body: { recovery_codes: await renewRecoveryCodes(ctx, principal, body, remoteAddress) },
  }));
  serve(server, secondFactorOperations.resetSecondFactors, async ({ principal, params }) => {
    await resetSecondFactors(ctx, principal, params.username);
    return { status: 204 };
  });
}

/** Password verification limits its own concurrency. */
const OWN_LIMITS = { limitsItself: true };

function signInRoutes(server: FastifyInstance, ctx: SignInContext): void {
  serve(
    server,
    secondFactorOperations.beginSignIn,
    async ({ body, headers, remoteAddress }) => ({
      status: 200,
      body: await beginSignIn(ctx, { ...body, address: remoteAddress }, rpIdOf(ctx, headers)),
    }),
    OWN_LIMITS,
  );
  serve(
    server,
    secondFactorOperations.completeSignIn,
    async ({ body, remoteAddress }) => {
      const { challenge_id: challengeId, code, response } = body;
      const token = await completeSignIn(ctx, { challengeId, code, response, address: remoteAddress });
      return { status: 200, body: { token } };
    },
    OWN_LIMITS,
  );
}

function rpIdOf(
  { config }: Context,
  headers: { origin?: string | undefined; host?: string | undefined },
): string {
  return toRpId(config['svc.auth.webauthn.rp-id'], headers);
}

function present({ uuid, kind, name, createdAt, lastUsedAt }: FactorRecord): SecondFactor {
  return {
    uuid,
    kind,
    name,
    created_at: createdAt.getTime(),
    ...(lastUsedAt ? { last_used_at: lastUsedAt.getTime() } : {}),
  };
}
