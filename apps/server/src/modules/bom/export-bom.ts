import { Readable } from 'node:stream';
import { type BomContent, type WriteTarget, writeBom } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { openSnapshot } from '../../platform/db/open-snapshot.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Permits } from '../../platform/permits.ts';
import { componentToCyclonedx } from '../cyclonedx-mapping/component-to-cyclonedx.ts';
import { metadataToCyclonedx } from '../cyclonedx-mapping/metadata-to-cyclonedx.ts';
import { projectToCyclonedx } from '../cyclonedx-mapping/project-to-cyclonedx.ts';
import { saidMembers } from '../cyclonedx-mapping/said-members.ts';
import { accessDenied, requireVisible } from '../portfolio/project-refusals.ts';
import {
  findExportedComponent,
  findExportedProject,
  summariseEdges,
  summariseNodes,
} from './bom-export-store.ts';
import { EXPORT_TOOL } from './export/export-tool.ts';
import { NodeIndex } from './export/node-index.ts';
import { serialNumberOf } from './export/serial-number.ts';
import { listExportedComponents, listExportedDependencies, listExportedServices } from './list-content.ts';

/**
 * The bill of materials of a project as a stream that reads from one snapshot of the database, no faster than it is
 * read itself. It holds one of the `connections` until it is closed.
 */
export async function exportProject(
  ctx: Context,
  connections: Permits,
  principal: Principal,
  uuid: string,
  target: WriteTarget,
): Promise<Readable> {
  const giveBack = await connections.take();
  const snapshot = await openSnapshot(ctx.db).catch((error) => {
    giveBack();
    throw error;
  });
  const close = () => snapshot.close().finally(giveBack);
  try {
    const content = await toContent(snapshot.db, principal, uuid, ctx.now());
    return streamWhile(writeBom(content, target), close, ctx);
  } catch (error) {
    await close();
    throw error;
  }
}

async function toContent(db: Db, principal: Principal, uuid: string, now: Date): Promise<BomContent> {
  const project = requireVisible(await findExportedProject(db, principal, uuid));
  const components = await summariseNodes(db, 'component', project.id);
  const services = await summariseNodes(db, 'service', project.id);
  const edges = await summariseEdges(db, project.id);
  const index = new NodeIndex([...components.ids, ...services.ids]);
  const metadata = {
    ...metadataToCyclonedx(project.metadata, project.document, EXPORT_TOOL),
    component: projectToCyclonedx(project, project.document?.component),
  };
  return {
    serialNumber: serialNumberOf(
      'inventory',
      JSON.stringify([metadata.component, project.metadata, project.document]),
      components.fingerprint,
      services.fingerprint,
      edges,
    ),
    version: 1,
    metadata: { timestamp: now.toISOString(), ...metadata },
    components: listExportedComponents(db, project.id, components, index),
    ...(services.ids.length > 0 ? { services: listExportedServices(db, services, index) } : {}),
    ...saidMembers<BomContent>({
      externalReferences: project.document?.externalReferences,
      properties: project.document?.properties,
    }),
    ...(edges === '' ? {} : { dependencies: listExportedDependencies(db, project, index) }),
  };
}

/** One component on its own, without a project around it. */
export async function exportComponent(
  ctx: Context,
  principal: Principal,
  uuid: string,
  target: WriteTarget,
): Promise<Readable> {
  const found = await findExportedComponent(ctx.db, principal, uuid);
  if (!found) throw new AppError('not-found', 'The component could not be found.');
  if (!found.accessible) throw accessDenied();
  const component = componentToCyclonedx(found.component);
  const content = {
    serialNumber: serialNumberOf('component', JSON.stringify(component)),
    version: 1,
    metadata: { timestamp: ctx.now().toISOString(), ...metadataToCyclonedx(null, null, EXPORT_TOOL) },
    components: [component],
  };
  return Readable.from(writeBom(content, target), { objectMode: false });
}

/** A reader that takes nothing for so long is gone, whether its connection says so or not. */
const STALLED_MS = 60_000;

/** `close` is called when the stream ends, fails, or is given up, even before anything was read. */
function streamWhile(
  chunks: AsyncGenerator<string>,
  close: () => Promise<void>,
  { log }: Pick<Context, 'log'>,
): Readable {
  const stall = () => stream.destroy(new Error('The reader of an export stopped reading'));
  const stream = Readable.from(watch(chunks, stall), { objectMode: false });
  stream.once('close', () => {
    close().catch((error: unknown) => log.warn({ err: error }, 'A snapshot could not be closed'));
  });
  return stream;
}

async function* watch(chunks: AsyncGenerator<string>, onStalled: () => void): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    const timer = setTimeout(onStalled, STALLED_MS);
    try {
      yield chunk;
    } finally {
      clearTimeout(timer);
    }
  }
}
