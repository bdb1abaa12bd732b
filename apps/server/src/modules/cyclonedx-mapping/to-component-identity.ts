import type { Component } from '@tallyman/cyclonedx';
import { toStorableText } from '../../platform/db/storable-text.ts';
import { toPurl } from '../portfolio/identifiers/package-url.ts';

/** The identity attributes of a component of a document, as the portfolio stores them. */
export interface ComponentIdentity {
  readonly purl: string | null;
  readonly purlCoordinates: string | null;
  readonly cpe: string | null;
  readonly swidTagId: string | null;
  readonly group: string | null;
  readonly name: string;
  readonly version: string | null;
}

const MAX_NAME_LENGTH = 500;

export function toComponentIdentity(component: Component): ComponentIdentity {
  const { purl, cpe, swid, group, name, version } = component;
  const canonical = purl ? toPurl(purl) : undefined;
  return {
    purl: canonical?.purl ?? null,
    purlCoordinates: canonical?.coordinates ?? null,
    cpe: toLine(cpe),
    swidTagId: toLine(swid?.tagId),
    group: toLine(group),
    name: toLine(name)?.slice(0, MAX_NAME_LENGTH) ?? '-',
    version: toLine(version),
  };
}

function toLine(text: string | undefined): string | null {
  const line = text?.trim();
  return line ? toStorableText(line) : null;
}
