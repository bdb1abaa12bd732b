import { allOperations, systemOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { findSetting } from '../modules/settings/find-setting.ts';
import type { Context } from '../platform/context.ts';
import { serve } from '../platform/http/serve-operation.ts';
import { APPLICATION, VERSION } from './about.ts';
import { createOpenApiDocuments } from './openapi-documents.ts';
import { apiPage } from './pages/api-page.ts';
import { apiScript } from './pages/api-script.ts';
import { pageStyle } from './pages/page-style.ts';
import { welcomePage } from './pages/welcome-page.ts';
import type { Web } from './web/open-web.ts';

const FRAMEWORK = { name: 'Node.js', version: process.versions.node };

/** The script of the page may call only this server. */
const API_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Version, OpenAPI documents, interface page and front page. */
export function systemRoutes(server: FastifyInstance, ctx: Context, web: Web | undefined): void {
  const startedAt = ctx.now().toISOString();

  serve(server, systemOperations.getVersion, async () => {
    const uuid = (await findSetting(ctx.db, 'internal', 'cluster.id')) ?? '';
    const about = { application: APPLICATION, version: VERSION, timestamp: startedAt, uuid };
    return { status: 200, body: { ...about, framework: { ...FRAMEWORK, timestamp: startedAt, uuid } } };
  });
  const openApi = createOpenApiDocuments(VERSION);
  serve(server, systemOperations.getOpenApiJson, async () => ({ status: 200, body: await openApi.json() }));
  serve(server, systemOperations.getOpenApiYaml, async () => ({ status: 200, body: await openApi.yaml() }));
  serve(server, systemOperations.getOpenApiV2Yaml, async () => ({
    status: 200,
    body: await openApi.v2Yaml(),
  }));
  serve(server, systemOperations.getApiPage, async () => ({
    status: 200,
    body: apiPage(allOperations, VERSION),
    headers: { 'Content-Security-Policy': API_PAGE_POLICY },
  }));
  serve(server, systemOperations.getApiPageScript, async () => ({ status: 200, body: apiScript }));
  serve(server, systemOperations.getWelcomePage, async ({ headers }) => {
    const page = web?.page();
    return page
      ? { status: 200, body: page.html, headers: page.headers }
      : { status: 200, body: welcomePage(VERSION, headers.host ?? 'localhost') };
  });
  serve(server, systemOperations.getPageStyle, async () => ({ status: 200, body: pageStyle }));
}
