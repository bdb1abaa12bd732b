import { Readable } from 'node:stream';
import { type WriteTarget, writeBom } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { componentToCyclonedx } from '../cyclonedx-mapping/component-to-cyclonedx.ts';
import { metadataToCyclonedx } from '../cyclonedx-mapping/metadata-to-cyclonedx.ts';
import { accessDenied } from '../portfolio/projects/project-errors.ts';
import { EXPORT_TOOL } from './content/export-tool.ts';
import { findExportedComponent } from './content/exported-nodes-store.ts';
import { serialNumberOf } from './content/serial-number.ts';

/** Exports one component without its project. Throws if it does not exist or may not be seen. */
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
