import { isOn, violationOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { type Page, pageHeaders } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { decideOnViolation } from './decide-on-violation.ts';
import { findViolationAnalysis } from './find-violation-analysis.ts';
import { presentViolation } from './present-violation.ts';
import { toViolationFilter } from './to-violation-filter.ts';
import { isComponentVisible, listViolations, type ViolationFilter } from './violation-list-store.ts';

export function violationRoutes(server: FastifyInstance, ctx: Context): void {
  const answer = async (
    request: { url: string; page: Page; principal: Principal },
    filter: ViolationFilter,
  ) => {
    const { rows, total } = await listViolations(ctx.db, request.principal, filter, request.page);
    const headers = pageHeaders(request.url, request.page, total);
    return { status: 200 as const, body: rows.map(presentViolation), headers };
  };
  serve(server, violationOperations.listViolations, (request) =>
    answer(request, toViolationFilter(request.query)),
  );
  serve(server, violationOperations.listProjectViolations, async (request) => {
    const { params, query, principal } = request;
    await getProjectId(ctx.db, principal, params.uuid);
    return answer(request, {
      projectUuid: params.uuid,
      suppressed: isOn(query.suppressed),
      showInactive: true,
    });
  });
  serve(server, violationOperations.listComponentViolations, async (request) => {
    const { params, query, principal } = request;
    if (!(await isComponentVisible(ctx.db, principal, params.uuid))) {
      throw new AppError('not-found', 'The component could not be found.');
    }
    return answer(request, {
      componentUuid: params.uuid,
      suppressed: isOn(query.suppressed),
      showInactive: true,
    });
  });
  serveAnalysis(server, ctx);
}

function serveAnalysis(server: FastifyInstance, ctx: Context): void {
  // "200 with empty body when none exists."
  serve(server, violationOperations.getViolationAnalysis, async ({ query, principal }) => {
    const found = await findViolationAnalysis(ctx.db, principal, query.component, query.policyViolation);
    return found ? { status: 200, body: found } : { status: 200, json: '' };
  });
  serve(server, violationOperations.decideOnViolation, async ({ body, principal }) => ({
    status: 200,
    body: await decideOnViolation(ctx, principal, body),
  }));
}
