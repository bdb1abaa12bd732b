import type { Readable } from 'node:stream';
import { type BomContent, type SpecVersion, type WriteTarget, writeBom } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import type { DocumentSections } from '../cyclonedx-mapping/document-sections.ts';
import { metadataToCyclonedx } from '../cyclonedx-mapping/metadata-to-cyclonedx.ts';
import { projectToCyclonedx } from '../cyclonedx-mapping/project-to-cyclonedx.ts';
import { saidMembers } from '../cyclonedx-mapping/said-members.ts';
import { summariseExportedFindings } from '../findings/load-exported-findings.ts';
import { requireVisible } from '../portfolio/project-refusals.ts';
import { EXPORT_TOOL } from './content/export-tool.ts';
import {
  type ExportedProject,
  findExportedProject,
  summariseEdges,
  summariseNodes,
} from './content/exported-nodes-store.ts';
import { findSections } from './content/find-sections.ts';
import {
  listExportedComponents,
  listExportedServices,
  listIdentifiedComponents,
} from './content/list-components.ts';
import { type DeclaredGraph, listExportedDependencies } from './content/list-dependencies.ts';
import { listExportedVulnerabilities } from './content/list-vulnerabilities.ts';
import { type NamesWanted, type NodeNames, OwnNames, UploadedNames } from './content/node-names.ts';
import { serialNumberOf } from './content/serial-number.ts';
import type { ExportForm } from './export-form.ts';

/** What is wanted of a project. */
export interface WantedExport {
  readonly form: ExportForm;
  readonly target: WriteTarget;
  readonly names: NamesWanted;
}

/** A project in one of the four forms, as a stream that reads from one snapshot of the database. */
export function exportProject(
  ctx: Context,
  streamSnapshot: StreamSnapshot,
  principal: Principal,
  uuid: string,
  wanted: WantedExport,
): Promise<Readable> {
  return streamSnapshot(async (db) => {
    const project = requireVisible(await findExportedProject(db, principal, uuid));
    return writeBom(() => toContent(db, project, wanted, ctx.now()), wanted.target);
  });
}

async function toContent(
  db: Db,
  project: ExportedProject,
  { form, target, names: namesWanted }: WantedExport,
  now: Date,
): Promise<BomContent> {
  const { document } = project;
  const parts = await summariseParts(db, project.id, form);
  const names =
    namesWanted === 'own'
      ? new OwnNames(project.uuid, [...parts.components.ids, ...parts.services.ids])
      : new UploadedNames(project.uuid, document?.rootRef);
  const metadata = {
    ...metadataToCyclonedx(project.metadata, document, EXPORT_TOOL),
    component: { ...projectToCyclonedx(project, document?.component), 'bom-ref': names.root },
  };
  const said = JSON.stringify([metadata.component, project.metadata, document]);
  // They speak of all components: where only some are listed they would not be true.
  const isWhole = form.components === 'all' && form.detail === 'full';
  const { provides = [], ...sections } = isWhole
    ? await findSections(db, project.id, document, names)
    : ({} as DocumentSections);
  const graph = {
    leaves: document?.leaves ?? [],
    provides: KNOWS_PROVIDES.has(target.specVersion) ? provides : [],
  };
  return {
    serialNumber: serialNumberOf(form.name, said, ...parts.fingerprints),
    version: 1,
    metadata: { timestamp: now.toISOString(), ...metadata },
    ...toLists(db, project.id, form, { ...parts, graph }, names),
    ...sections,
    ...(form.detail === 'identifying'
      ? {}
      : saidMembers<BomContent>({
          externalReferences: document?.externalReferences,
          properties: document?.properties,
        })),
  };
}

/** In others an entry that says only what something provides would say that it depends on nothing. */
const KNOWS_PROVIDES: ReadonlySet<SpecVersion> = new Set(['1.6', '1.7']);

const NOTHING = { ids: [], parents: new Map(), fingerprint: '', mayRefer: false } as const;

/** What the document will list, and what that says in a few characters. */
async function summariseParts(db: Db, projectId: number, form: ExportForm) {
  const components = await summariseNodes(db, 'component', projectId, form.components);
  const services = form.servicesAndGraph ? await summariseNodes(db, 'service', projectId) : NOTHING;
  const edges = form.servicesAndGraph ? await summariseEdges(db, projectId) : '';
  const findings =
    form.vulnerabilities === 'none'
      ? undefined
      : await summariseExportedFindings(db, projectId, form.vulnerabilities);
  const fingerprints = [components.fingerprint, services.fingerprint, edges];
  if (findings) fingerprints.push(findings.fingerprint);
  return { components, services, edges, findings, fingerprints };
}

type Parts = Awaited<ReturnType<typeof summariseParts>>;

function toLists(
  db: Db,
  projectId: number,
  form: ExportForm,
  { components, services, edges, findings, graph }: Parts & { readonly graph: DeclaredGraph },
  names: NodeNames,
): Pick<BomContent, 'components' | 'services' | 'dependencies' | 'vulnerabilities'> {
  return {
    components:
      form.detail === 'identifying'
        ? listIdentifiedComponents(db, components, names)
        : listExportedComponents(db, projectId, components, names),
    ...(services.ids.length > 0 ? { services: listExportedServices(db, services, names) } : {}),
    ...(form.servicesAndGraph && (edges !== '' || graph.leaves.length + graph.provides.length > 0)
      ? { dependencies: listExportedDependencies(db, projectId, names, graph) }
      : {}),
    ...(findings && form.vulnerabilities !== 'none'
      ? {
          vulnerabilities: listExportedVulnerabilities(db, projectId, form.vulnerabilities, {
            ids: findings.vulnerabilityIds,
            nameOf: (id) => names.find(id),
          }),
        }
      : {}),
  };
}
