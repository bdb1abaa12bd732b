import type { Permission } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../platform/http/principal.ts';
import { EXPORT_FORMS, requireFormPermission, requireFormVersion, toExportForm } from './export-form.ts';
import { toDocumentHeaders } from './to-document-headers.ts';
import { toExportTarget, toNames } from './to-export-target.ts';

describe('Export forms', () => {
  it.each([
    ['BOM (default)', EXPORT_FORMS.inventory, ['all', 'full', true, 'none']],
    [
      'BOM with vulnerabilities',
      EXPORT_FORMS.withVulnerabilities,
      ['all', 'full', true, 'without-decisions'],
    ],
    ['VDR', EXPORT_FORMS.vdr, ['with-findings', 'full', true, 'with-decisions']],
    ['VEX', EXPORT_FORMS.vex, ['with-findings', 'identifying', false, 'with-decisions']],
  ])('%s', (_name, { components, detail, servicesAndGraph, vulnerabilities }, expected) => {
    expect([components, detail, servicesAndGraph, vulnerabilities]).toEqual(expected);
  });

  it.each([
    [undefined, 'inventory'],
    ['', 'inventory'],
    [' Inventory ', 'inventory'],
    ['WITHVULNERABILITIES', 'withVulnerabilities'],
    ['VDR', 'vdr'],
  ])('the variant %j is %s', (variant, name) => {
    expect(toExportForm(variant).name).toBe(name);
  });

  it.each(['vex', 'all', 'vdr2'])('the variant %j is refused', (variant) => {
    expect(() => toExportForm(variant)).toThrow('The variant must be inventory, withVulnerabilities or vdr.');
  });
});

describe('The permission to see vulnerabilities', () => {
  const principal = (...permissions: Permission[]): Principal => ({
    ...{ kind: 'user', id: 1, name: 'u', teamIds: [], permissions: new Set(permissions) },
  });

  it('is needed for every form that carries them', () => {
    expect(() => requireFormPermission(principal(), EXPORT_FORMS.inventory)).not.toThrow();
    for (const form of [EXPORT_FORMS.withVulnerabilities, EXPORT_FORMS.vdr]) {
      expect(() => requireFormPermission(principal('VIEW_PORTFOLIO'), form)).toThrow(form.name);
    }
  });

  it.each<Permission>(['VIEW_VULNERABILITY', 'VULNERABILITY_ANALYSIS', 'VULNERABILITY_ANALYSIS_READ'])(
    'is %s',
    (permission) => {
      expect(() => requireFormPermission(principal(permission), EXPORT_FORMS.vdr)).not.toThrow();
    },
  );
});

describe('The version of an export', () => {
  it.each([
    [{}, 'json', '1.5'],
    [{ version: ' 1.7 ' }, 'json', '1.7'],
    [{ version: '1.0', format: 'xml' }, 'xml', '1.0'],
    [{ version: '1.2', format: 'json' }, 'json', '1.2'],
    [{ format: '' }, 'json', '1.5'],
  ])('%j is %s %s', (query, format, specVersion) => {
    expect(toExportTarget(query)).toEqual({ format, specVersion });
  });

  it.each([
    [{ version: '1.8' }, 'The version must be one of 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7.'],
    [{ version: '1.1' }, 'The version must be 1.2 or newer for JSON'],
    [{ format: 'yaml' }, 'The format must be JSON or XML.'],
  ])('%j is refused', (query, message) => {
    expect(() => toExportTarget(query)).toThrow(message);
  });

  it('is 1.4 or newer for forms that carry vulnerabilities', () => {
    for (const form of [EXPORT_FORMS.withVulnerabilities, EXPORT_FORMS.vdr, EXPORT_FORMS.vex]) {
      expect(() => requireFormVersion({ format: 'json', specVersion: '1.3' }, form)).toThrow('1.4 or newer');
      expect(() => requireFormVersion({ format: 'json', specVersion: '1.4' }, form)).not.toThrow();
    }
    expect(() =>
      requireFormVersion({ format: 'xml', specVersion: '1.0' }, EXPORT_FORMS.inventory),
    ).not.toThrow();
  });
});

describe('The references of an export', () => {
  it.each([
    [undefined, 'own'],
    [' ', 'own'],
    ['own', 'own'],
    [' Uploaded ', 'uploaded'],
  ])('%j are %s', (refs, names) => {
    expect(toNames(refs)).toBe(names);
  });

  it('may not be others', () => {
    expect(() => toNames('theirs')).toThrow('The refs must be uploaded, or left out.');
  });
});

describe('The headers of an export', () => {
  it('are those of a document, or of a file to download', () => {
    const target = { format: 'xml', specVersion: '1.5' } as const;
    expect(toDocumentHeaders(target)).toEqual({ 'Content-Type': 'application/vnd.cyclonedx+xml' });
    expect(toDocumentHeaders({ ...target, format: 'json' }, 'p-vex')).toEqual({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment; filename="p-vex.cdx.json"',
    });
  });
});
