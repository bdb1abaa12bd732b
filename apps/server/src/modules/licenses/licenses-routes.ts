import { licenseGroupOperations, licenseOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { addLicenseToGroup, removeLicenseFromGroup } from './change-group-member.ts';
import { createLicense } from './create-license.ts';
import { deleteLicense } from './delete-license.ts';
import { deleteLicenseGroup } from './delete-license-group.ts';
import { getLicense } from './get-license.ts';
import { getLicenseGroup } from './get-license-group.ts';
import { type LicenseGroupRow, listGroups } from './license-group-store.ts';
import { listConciseLicenses, listLicenses } from './license-store.ts';
import { presentConciseLicense, presentLicense, presentLicenseGroup } from './present-license.ts';
import { createLicenseGroup, updateLicenseGroup } from './save-license-group.ts';

export function licensesRoutes(server: FastifyInstance, ctx: Context): void {
  serveLicenses(server, ctx);
  serveGroups(server, ctx);
  serveMembers(server, ctx);
}

function serveLicenses(server: FastifyInstance, ctx: Context): void {
  serve(server, licenseOperations.listLicenses, async ({ url, page }) => {
    const { rows, total } = await listLicenses(ctx.db, page);
    return { status: 200, body: rows.map(presentLicense), headers: pageHeaders(url, page, total) };
  });
  serve(server, licenseOperations.listConciseLicenses, async () => ({
    status: 200,
    body: (await listConciseLicenses(ctx.db)).map(presentConciseLicense),
  }));
  serve(server, licenseOperations.getLicense, async ({ params }) => ({
    status: 200,
    body: presentLicense(await getLicense(ctx.db, params.licenseId)),
  }));
  serve(server, licenseOperations.createLicense, async ({ body }) => ({
    status: 201,
    body: presentLicense(await createLicense(ctx, body)),
  }));
  serve(server, licenseOperations.deleteLicense, async ({ params }) => {
    await deleteLicense(ctx, params.licenseId);
    return { status: 204 };
  });
}

function serveGroups(server: FastifyInstance, ctx: Context): void {
  serve(server, licenseGroupOperations.listLicenseGroups, async ({ url, page }) => {
    const { rows, total } = await listGroups(ctx.db, page);
    return { status: 200, body: rows.map(presentLicenseGroup), headers: pageHeaders(url, page, total) };
  });
  serve(server, licenseGroupOperations.getLicenseGroup, async ({ params }) => ({
    status: 200,
    body: presentLicenseGroup(await getLicenseGroup(ctx.db, params.uuid)),
  }));
  serve(server, licenseGroupOperations.createLicenseGroup, async ({ body }) => ({
    status: 201,
    body: presentLicenseGroup(await createLicenseGroup(ctx, body)),
  }));
  serve(server, licenseGroupOperations.updateLicenseGroup, async ({ body }) => ({
    status: 200,
    body: presentLicenseGroup(await updateLicenseGroup(ctx, body)),
  }));
  serve(server, licenseGroupOperations.deleteLicenseGroup, async ({ params }) => {
    await deleteLicenseGroup(ctx, params.uuid);
    return { status: 204 };
  });
}

function serveMembers(server: FastifyInstance, ctx: Context): void {
  serve(server, licenseGroupOperations.addLicenseToGroup, async ({ params }) =>
    answerMember(await addLicenseToGroup(ctx, params.uuid, params.licenseUuid)),
  );
  serve(server, licenseGroupOperations.removeLicenseFromGroup, async ({ params }) =>
    answerMember(await removeLicenseFromGroup(ctx, params.uuid, params.licenseUuid)),
  );
}

function answerMember(changed: LicenseGroupRow | undefined) {
  return changed
    ? ({ status: 200, body: presentLicenseGroup(changed) } as const)
    : ({ status: 304 } as const);
}
