import type { Readable } from 'node:stream';
import { type BomContent, type SpecVersion, type WriteTarget, writeBom } from '@tallyman/cyclonedx';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { StreamSnapshot } from '../../platform/http/snapshot-streams.ts';
import { definedMembers } from '../cyclonedx-mapping/defined-members.ts';
import type { DocumentSections } from '../cyclonedx-mapping/document-sections.ts';
import { metadataToCyclonedx } from '../cyclonedx-mapping/metadata-to-cyclonedx.ts';
import { projectToCyclonedx } from '../cyclonedx-mapping/project-to-cyclonedx.ts';
import { summariseExportedFindings } from '../findings/load-exported-findings.ts';
import { requireVisible } from '../portfolio/projects/project-errors.ts';
import { EXPORT_TOOL } from './content/export-tool.ts';
import {
  type ExportedProject,
  findExportedProject,
  summariseEdges,
  summariseNodes,
} from './content/exported-nodes-store.ts';
import {
  listExportedComponents,
  listExportedServices,
  listIdentifiedComponents,
} from './content/list-components.ts';
import { type DeclaredGraph, listExportedDependencies } from './content/list-dependencies.ts';
import { listExportedVulnerabilities } from './content/list-vulnerabilities.ts';
import { loadSections } from './content/load-sections.ts';
import { type NamesOption, type NodeNames, OwnNames, UploadedNames } from './content/node-names.ts';
import { serialNumberOf } from './content/serial-number.ts';
import type { ExportForm } from './export-form.ts';

export interface ExportOptions {
  readonly form: ExportForm;
  readonly target: WriteTarget;
  readonly names: NamesOption;
}

/** Exports a project in one of the four forms, as a stream that reads from one snapshot of the database. */
export function exportProject(
  ctx: Context,
  streamSnapshot: StreamSnapshot,
  principal: Principal,
  uuid: string,
  options: ExportOptions,
): Promise<Readable> {
  return streamSnapshot(async (db) => {
    const project = requireVisible(await findExportedProject(db, principal, uuid));
    return writeBom(() => toContent(db, project, options, ctx.now()), options.target);
  });
}

async function toContent(
  db: Db,
  project: ExportedProject,
  { form, target, names: namesOption }: ExportOptions,
  now: Date,
): Promise<BomContent> {
  const { document } = project;
  const parts = await summariseParts(db, project.id, form);
  const names =
    namesOption === 'own'
      ? new OwnNames(project.uuid, [...parts.components.ids, ...parts.services.ids])
      : new UploadedNames(project.uuid, document?.rootRef);
  const metadata = {
    ...metadataToCyclonedx(project.metadata, document, EXPORT_TOOL),
    component: { ...projectToCyclonedx(project, document?.component), 'bom-ref': names.root },
  };
  const described = JSON.stringify([metadata.component, project.metadata, document]);
  // The sections are about all components: they would be wrong where only some are listed.
  const isWhole = form.components === 'all' && form.detail === 'full';
  const { provides = [], ...sections } = isWhole
    ? await loadSections(db, project.id, document, names)
    : ({} as DocumentSections);
  const graph = {
    leaves: document?.leaves ?? [],
    provides: VERSIONS_WITH_PROVIDES.has(target.specVersion) ? provides : [],
  };
  return {
    serialNumber: serialNumberOf(form.name, described, ...parts.fingerprints),
    version: 1,
    metadata: { timestamp: now.toISOString(), ...metadata },
    ...toLists(db, project.id, form, { ...parts, graph }, names),
    ...sections,
    ...(form.detail === 'identifying'
      ? {}
      : definedMembers<BomContent>({
          externalReferences: document?.externalReferences,
          properties: document?.properties,
        })),
  };
}

/** In older versions an entry with `provides` alone would declare that the component has no dependencies. */
const VERSIONS_WITH_PROVIDES: ReadonlySet<SpecVersion> = new Set(['1.6', '1.7']);

const NOTHING = { ids: [], parents: new Map(), fingerprint: '', mayRefer: false } as const;

/** The ids of everything that the document lists, and fingerprints of their content. */
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
