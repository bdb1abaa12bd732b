import {
  type CreateComponentRequest,
  HASH_NAMES,
  type HashName,
  type NewComponent,
  type OrganizationMembers,
  type Person,
  type Reference,
  type Scope,
} from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import { parseLicenseExpression } from '../../licenses/parse-license-expression.ts';
import { toOrganization, toPeople, toReferences, toText } from '../given-values.ts';
import { toPurl } from '../identifiers/package-url.ts';
import { requireIdentifiers } from '../identifiers/require-identifiers.ts';

/** The members of a component that callers may set. Absent and blank values are null. */
export interface ComponentFields {
  readonly name: string;
  readonly group: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly purlCoordinates: string | null;
  readonly cpe: string | null;
  readonly swidTagId: string | null;
  readonly classifier: NewComponent['classifier'];
  readonly publisher: string | null;
  readonly description: string | null;
  readonly copyright: string | null;
  readonly filename: string | null;
  readonly extension: string | null;
  readonly hashes: Partial<Record<HashName, string>> | null;
  readonly authors: readonly Person[] | null;
  readonly supplier: OrganizationMembers | null;
  readonly licenseExpression: string | null;
  readonly licenseUrl: string | null;
  readonly isInternal: boolean;
  readonly notes: string | null;
  /** Set by documents too. Undefined keeps the stored value. */
  readonly scope: Scope | undefined;
  readonly externalReferences: readonly Reference[] | null | undefined;
}

/** The licence as the caller named it, before it is looked up. */
export interface GivenLicense {
  readonly text: string | null;
  readonly uuid: string | null;
}

export function toComponentFields(body: NewComponent): ComponentFields {
  requireIdentifiers({ purl: body.purl?.trim() ?? null, cpe: body.cpe?.trim() ?? null });
  const purl = body.purl ? toPurl(body.purl) : undefined;
  return {
    name: body.name.trim(),
    group: textOrNull(body.group),
    version: textOrNull(body.version),
    purl: purl?.purl ?? null,
    purlCoordinates: purl?.coordinates ?? null,
    cpe: textOrNull(body.cpe),
    swidTagId: textOrNull(body.swidTagId),
    classifier: body.classifier,
    publisher: textOrNull(body.publisher),
    description: textOrNull(body.description),
    copyright: textOrNull(body.copyright),
    filename: textOrNull(body.filename),
    extension: textOrNull(body.extension),
    hashes: toHashes(body),
    authors: toPeople(body.authors ?? [{ name: body.author ?? null }]) ?? null,
    supplier: toOrganization(body.supplier) ?? null,
    licenseExpression: toExpression(body.licenseExpression),
    licenseUrl: textOrNull(body.licenseUrl),
    isInternal: body.isInternal ?? false,
    notes: textOrNull(body.notes),
    scope: body.scope ?? undefined,
    externalReferences: toReferences(body.externalReferences),
  };
}

export function toGivenLicense({ license, resolvedLicense }: NewComponent): GivenLicense {
  const text = textOrNull(license);
  if (text !== null) return { text, uuid: null };
  return { text: textOrNull(resolvedLicense?.licenseId), uuid: toUuid(resolvedLicense?.uuid) };
}

/** Maps a request of v2 to one of v1. */
export function fromV2(body: CreateComponentRequest): NewComponent {
  const { hashes, swid_tag_id, internal, license_expression, license_url, classifier, ...alike } = body;
  return {
    ...alike,
    ...hashes,
    classifier: classifier ?? 'LIBRARY',
    swidTagId: swid_tag_id,
    isInternal: internal,
    licenseExpression: license_expression,
    licenseUrl: license_url,
  };
}

function textOrNull(text: string | null | undefined): string | null {
  return toText(text) ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function toUuid(text: string | null | undefined): string | null {
  return text && UUID.test(text) ? text : null;
}

function toHashes(body: NewComponent): ComponentFields['hashes'] {
  const hashes = HASH_NAMES.flatMap((name) => {
    const value = textOrNull(body[name]);
    return value === null ? [] : [[name, value.toLowerCase()]];
  });
  return hashes.length > 0 ? Object.fromEntries(hashes) : null;
}

function toExpression(given: string | null | undefined): string | null {
  const expression = textOrNull(given);
  if (expression === null || parseLicenseExpression(expression)) return expression;
  const message = 'must be an SPDX license expression such as MIT OR Apache-2.0';
  throw new AppError('invalid', `The licenseExpression ${message}.`, {
    errors: [{ path: 'body/licenseExpression', message }],
  });
}
