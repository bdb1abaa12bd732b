import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/load-config.ts';
import { findWebBuild, type WebBuild, type WebFile } from './find-web-build.ts';
import { toWebPage, type WebPage } from './web-page.ts';

export interface Web {
  page(): WebPage;
  /** Sends a file, or the page for addresses of the web interface. Returns false for others. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** The web interface. Undefined if it is disabled or not built. */
export function openWeb(config: Config, build: WebBuild | undefined = findWebBuild()): Web | undefined {
  if (!config['svc.web.enabled'] || !build) return undefined;
  const page = () => toWebPage(build.indexHtml, config['svc.web.base-path']);
  return {
    page,
    answer: (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = request.url.split('?', 1)[0] ?? '';
      const file = build.files.get(path.slice(1));
      if (file) sendFile(request, reply, join(build.directory, path.slice(1)), file);
      else if (isPagePath(path) && wantsHtml(request)) sendPage(reply, page());
      else return false;
      return true;
    },
  };
}

function isPagePath(path: string): boolean {
  return !/^\/(api|assets)(\/|$)/.test(path);
}

/** Only browsers ask for HTML by name. */
function wantsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

function sendPage(reply: FastifyReply, { html, headers }: WebPage): void {
  reply.code(200).headers(headers).send(html);
}

/** Names of assets contain a hash of their content, so that they can be cached for ever. */
function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, file: WebFile): void {
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = file.encodings.find((name) => new RegExp(`\\b${name}\\b`).test(String(accepted)));
  const isAsset = request.url.startsWith('/assets/');
  reply.code(200).headers({
    'Content-Type': file.type,
    'Cache-Control': isAsset ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    Vary: 'Accept-Encoding',
  });
  if (encoding) reply.header('Content-Encoding', encoding);
  reply.send(createReadStream(encoding ? path + EXTENSIONS[encoding] : path));
}
