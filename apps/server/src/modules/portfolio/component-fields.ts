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
import { AppError } from '../../platform/errors.ts';
import { parseLicenseExpression } from '../licenses/parse-license-expression.ts';
import { toOrganization, toPeople, toReferences, toText } from './given-values.ts';
import { requireIdentifiers } from './package-identifiers.ts';
import { toPurl } from './package-url.ts';

/** Everything about a component that callers decide. Of what is absent or blank there is none. */
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
  /** What only a document knows stays as it is when nothing is said: `undefined`. */
  readonly scope: Scope | undefined;
  readonly externalReferences: readonly Reference[] | null | undefined;
}

/** Which licence a caller named; it is looked up. */
export interface GivenLicense {
  readonly text: string | null;
  readonly uuid: string | null;
}

export function toComponentFields(body: NewComponent): ComponentFields {
  requireIdentifiers({ purl: body.purl?.trim() ?? null, cpe: body.cpe?.trim() ?? null });
  const purl = body.purl ? toPurl(body.purl) : undefined;
  return {
    name: body.name.trim(),
    group: said(body.group),
    version: said(body.version),
    purl: purl?.purl ?? null,
    purlCoordinates: purl?.coordinates ?? null,
    cpe: said(body.cpe),
    swidTagId: said(body.swidTagId),
    classifier: body.classifier,
    publisher: said(body.publisher),
    description: said(body.description),
    copyright: said(body.copyright),
    filename: said(body.filename),
    extension: said(body.extension),
    hashes: toHashes(body),
    authors: toPeople(body.authors ?? [{ name: body.author ?? null }]) ?? null,
    supplier: toOrganization(body.supplier) ?? null,
    licenseExpression: toExpression(body.licenseExpression),
    licenseUrl: said(body.licenseUrl),
    isInternal: body.isInternal ?? false,
    notes: said(body.notes),
    scope: body.scope ?? undefined,
    externalReferences: toReferences(body.externalReferences),
  };
}

export function toGivenLicense({ license, resolvedLicense }: NewComponent): GivenLicense {
  const text = said(license);
  if (text !== null) return { text, uuid: null };
  return { text: said(resolvedLicense?.licenseId), uuid: toUuid(resolvedLicense?.uuid) };
}

/** v2 says the same in other words. */
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

function said(text: string | null | undefined): string | null {
  return toText(text) ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function toUuid(text: string | null | undefined): string | null {
  return text && UUID.test(text) ? text : null;
}

function toHashes(body: NewComponent): ComponentFields['hashes'] {
  const hashes = HASH_NAMES.flatMap((name) => {
    const value = said(body[name]);
    return value === null ? [] : [[name, value.toLowerCase()]];
  });
  return hashes.length > 0 ? Object.fromEntries(hashes) : null;
}

function toExpression(given: string | null | undefined): string | null {
  const expression = said(given);
  if (expression === null || parseLicenseExpression(expression)) return expression;
  const message = 'must be an SPDX license expression such as MIT OR Apache-2.0';
  throw new AppError('invalid', `The licenseExpression ${message}.`, {
    errors: [{ path: 'body/licenseExpression', message }],
  });
}
