import Type from 'typebox';
import { anyOf } from '../access.ts';
import { operation } from '../operation.ts';
import { Flag, UuidParams } from '../values.ts';

const tag = 'bom';

export const CYCLONEDX_JSON = 'application/vnd.cyclonedx+json';
export const CYCLONEDX_XML = 'application/vnd.cyclonedx+xml';

const form = {
  format: Type.Optional(Type.String({ description: 'JSON or XML, case-insensitive; default JSON' })),
  version: Type.Optional(
    Type.String({ description: 'Specification version 1.0 to 1.7 (JSON: 1.2 to 1.7); default 1.5' }),
  ),
};

/** A document; its media type depends on the format. */
const Document = Type.Unsafe<string>({ type: 'string', description: 'A CycloneDX document' });

export const bomExportOperations = {
  exportProject: operation({
    id: 'exportProject',
    method: 'GET',
    path: '/api/v1/bom/cyclonedx/project/{uuid}',
    access: anyOf('VIEW_PORTFOLIO'),
    tag,
    summary: 'Export the bill of materials of a project as CycloneDX',
    description:
      'With format=XML the response is application/vnd.cyclonedx+xml. Two exports of an unchanged project differ in ' +
      'their timestamp only. The variants withVulnerabilities and vdr also need one of the permissions ' +
      'VIEW_VULNERABILITY, VULNERABILITY_ANALYSIS, VULNERABILITY_ANALYSIS_READ, and version 1.4 or newer.',
    params: UuidParams,
    query: Type.Object({
      ...form,
      variant: Type.Optional(
        Type.String({
          description: 'inventory, withVulnerabilities or vdr, case-insensitive; default inventory',
        }),
      ),
      download: Type.Optional(Flag),
      refs: Type.Optional(
        Type.String({ description: 'uploaded: references as in the last uploaded BOM; default UUIDs' }),
      ),
    }),
    produces: CYCLONEDX_JSON,
    responses: { 200: Document },
    problems: [404, 503],
  }),
  exportComponent: operation({
    id: 'exportComponent',
    method: 'GET',
    path: '/api/v1/bom/cyclonedx/component/{uuid}',
    access: anyOf('VIEW_PORTFOLIO'),
    tag,
    summary: 'Export a component as CycloneDX',
    params: UuidParams,
    query: Type.Object(form),
    produces: CYCLONEDX_JSON,
    responses: { 200: Document },
    problems: [404],
  }),
};
