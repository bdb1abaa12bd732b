import { sessionOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import { changeForcedPassword } from './change-forced-password.ts';
import type { SignInContext } from './identity-sources/identity-sources.ts';
import { parseKeyAnswer } from './second-factor/parse-key-answer.ts';
import { toRpId } from './second-factor/webauthn.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/** Password verification limits its own concurrency. */
const OWN_LIMITS = { limitsItself: true };

export function sessionsRoutes(server: FastifyInstance, ctx: SignInContext): void {
  serve(
    server,
    sessionOperations.signIn,
    async ({ body, remoteAddress }) => ({
      status: 200,
      body: await signIn(ctx, { ...body, code: body.totp, address: remoteAddress }),
    }),
    OWN_LIMITS,
  );
  serve(
    server,
    sessionOperations.changeForcedPassword,
    async ({ body, remoteAddress, headers }) => {
      await changeForcedPassword(ctx, {
        ...body,
        code: body.totp,
        key: parseKeyAnswer(body.key),
        address: remoteAddress,
        rpId: toRpId(ctx.config['svc.auth.webauthn.rp-id'], headers),
      });
      return { status: 200 };
    },
    OWN_LIMITS,
  );
  serve(server, sessionOperations.signOut, async ({ headers }) => {
    await signOut(ctx, headers.authorization);
    return { status: 204 };
  });
}
