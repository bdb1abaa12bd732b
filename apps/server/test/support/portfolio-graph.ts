import { type Json, settled } from './bom-uploads.ts';
import type { TestService } from './test-service.ts';

/** A component or a service. */
interface Node {
  readonly uuid: string;
}

interface ExportedBom {
  readonly metadata: { readonly component: Json };
  readonly components?: readonly Json[];
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * Exports the BOM of a project, changes it and uploads it. Components and services keep their UUIDs, which are the
 * references of the document.
 */
export async function changeBom(
  service: TestService,
  project: Node,
  change: (bom: ExportedBom) => object,
): Promise<void> {
  const path = `/api/v1/bom/cyclonedx/project/${project.uuid}?version=1.6`;
  const { body: exported } = await service.asAdmin('GET', path);
  const bom = Buffer.from(JSON.stringify(change(exported))).toString('base64');
  const { status, body, text } = await service.asAdmin('PUT', '/api/v1/bom', { project: project.uuid, bom });
  if (status !== 200) throw new Error(`The changed BOM was refused: ${text}`);
  const { state, failure } = await settled(service, body.token);
  if (state !== 'PROCESSED') throw new Error(`The changed BOM was not imported: ${state}, ${failure}`);
}

/** Adds dependencies to a project with an upload. Null is the project. */
export function dependsOn(
  service: TestService,
  project: Node,
  source: Node | null,
  ...targets: Node[]
): Promise<void> {
  const ref = (source ?? project).uuid;
  return changeBom(service, project, (bom) => {
    const { dependencies = [] } = bom;
    const known = dependencies.find((one) => one.ref === ref)?.dependsOn ?? [];
    const added = { ref, dependsOn: [...known, ...targets.map(({ uuid }) => uuid)] };
    return { ...bom, dependencies: [...dependencies.filter((one) => one.ref !== ref), added] };
  });
}

/** Uploads the BOM of a project without a component. */
export function removeComponent(service: TestService, project: Node, { uuid }: Node): Promise<void> {
  return changeBom(service, project, (bom) => ({
    ...bom,
    components: (bom.components ?? []).filter((component) => component['bom-ref'] !== uuid),
    dependencies: (bom.dependencies ?? [])
      .filter(({ ref }) => ref !== uuid)
      .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => ref !== uuid) })),
  }));
}
