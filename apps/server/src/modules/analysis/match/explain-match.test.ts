import { describe, expect, it } from 'vitest';
import type { CpeStatementRow, PackageStatementRow } from './affected-statement.ts';
import { explainMatch } from './explain-match.ts';

const stated = {
  uuid: '0190c3e0-0000-7000-8000-000000000001',
  asserter: 'OSV',
  source: 'OSV',
  version: null,
  version_start_including: null,
  version_start_excluding: null,
  version_end_including: null,
  version_end_excluding: null,
};
const affecting = (name: string, more: Partial<PackageStatementRow> = {}): PackageStatementRow => ({
  ...stated,
  name,
  package: name,
  purl_type: name.slice(4, name.indexOf('/')),
  distro: null,
  scheme: 'semver',
  ...more,
});
const naming = (cpe: string, more: Partial<CpeStatementRow> = {}): CpeStatementRow => ({
  ...stated,
  name: cpe,
  cpe,
  ...more,
});
const explain = (
  component: { purl?: string; cpe?: string; version?: string },
  packages: readonly PackageStatementRow[],
  { cpes = [], isRejected = false }: { cpes?: readonly CpeStatementRow[]; isRejected?: boolean } = {},
) =>
  explainMatch(
    { purl: component.purl ?? null, cpe: component.cpe ?? null, version: component.version ?? null },
    { isRejected, packages, cpes },
  );

describe('An explanation', () => {
  const range = { version_start_including: '1.0.0', version_end_excluding: '2.0.0' };

  it('names the identifier, the range, the asserter and the version order', () => {
    const explained = explain({ purl: 'pkg:npm/a@1.5.0' }, [affecting('pkg:npm/a', range)]);
    expect(explained).toMatchObject({
      affected: true,
      reason: 'MATCH',
      summary: '1.5.0 is in the affected range (pkg:npm/a, >= 1.0.0, < 2.0.0, says OSV)',
      statements: [{ identifier: 'PURL', range: '>= 1.0.0, < 2.0.0', asserter: 'OSV', scheme: 'semver' }],
    });
  });

  it('names the bound that a version violates', () => {
    const explained = explain({ purl: 'pkg:npm/a@2.0.0' }, [affecting('pkg:npm/a', range)]);
    expect(explained).toMatchObject({ affected: false, reason: 'OUTSIDE_RANGE' });
    expect(explained.statements[0]?.detail).toBe('2.0.0 is not < 2.0.0');
  });

  it.each(['latest', 'main'])('matches the version %s only if all versions are affected', (version) => {
    const purl = `pkg:npm/a@${version}`;
    expect(explain({ purl }, [affecting('pkg:npm/a', { version_end_excluding: '2.0.0' })]).affected).toBe(
      false,
    );
    expect(explain({ purl }, [affecting('pkg:npm/a', { version })]).affected).toBe(true);
    expect(explain({ purl }, [affecting('pkg:npm/a')]).affected).toBe(true);
  });

  it('excludes a CPE for another platform', () => {
    const cpe = 'cpe:2.3:a:acme:forms:1.0:*:*:*:*:*:*:*';
    const cpes = [naming('cpe:2.3:a:acme:forms:*:*:*:*:*:wordpress:*:*')];
    expect(explain({ purl: 'pkg:npm/forms@1.0.0', cpe }, [], { cpes })).toMatchObject({ affected: false });
    expect(explain({ purl: 'pkg:npm/forms@1.0.0', cpe }, [], { cpes }).statements[0]?.detail).toMatch(
      /: that is for wordpress, the component is of type npm$/,
    );
    for (const purl of ['pkg:composer/acme/forms@1.0.0', 'pkg:generic/forms@1.0.0', undefined]) {
      expect(explain({ ...(purl && { purl }), cpe }, [], { cpes }).affected).toBe(true);
    }
  });

  it('excludes a version without digits from every CPE range', () => {
    const cpe = 'cpe:2.3:a:acme:forms:latest:*:*:*:*:*:*:*';
    const criterion = 'cpe:2.3:a:acme:forms:*:*:*:*:*:*:*:*';
    const bounded = [naming(criterion, { version_end_excluding: '2.0' })];
    expect(explain({ cpe }, [], { cpes: bounded })).toMatchObject({
      affected: false,
      reason: 'OUTSIDE_RANGE',
    });
    expect(explain({ cpe }, [], { cpes: [naming(criterion)] }).affected).toBe(true);
  });

  it('names the source package if it matched', () => {
    const purl = 'pkg:deb/debian/libcurl4@7.88.1-9?upstream=curl';
    const explained = explain({ purl }, [
      affecting('pkg:deb/debian/curl', { version_end_excluding: '7.88.1-10' }),
    ]);
    expect(explained.statements[0]?.detail).toBe(
      '7.88.1-9 is in the affected range, the source package that it was built from',
    );
  });

  it('uses the source package that only a property of the component names', () => {
    const component = { purl: 'pkg:deb/debian/libcurl4@7.88.1-9', cpe: null, version: null };
    const packages = [affecting('pkg:deb/debian/curl', { version_end_excluding: '7.88.1-10' })];
    const purl_with_source = `${component.purl}?upstream=curl`;
    const vulnerability = { isRejected: false, packages, cpes: [] };
    expect(explainMatch({ ...component, purl_with_source }, vulnerability).affected).toBe(true);
    expect(explainMatch(component, vulnerability).affected).toBe(false);
  });

  it('lists the closest statement first', () => {
    const explained = explain({ purl: 'pkg:npm/a@1.5.0' }, [
      affecting('pkg:npm/b'),
      affecting('pkg:npm/a', { version_end_excluding: '1.0.0' }),
      affecting('pkg:npm/a', { version: '1.5.0' }),
    ]);
    expect(explained.statements.map(({ outcome }) => outcome)).toEqual([
      'MATCH',
      'OUTSIDE_RANGE',
      'OTHER_NAME',
    ]);
  });

  it('states that no name matches', () => {
    expect(explain({ purl: 'pkg:npm/a@1' }, [affecting('pkg:npm/b')]).reason).toBe('OTHER_NAME');
    expect(explain({}, [affecting('pkg:npm/b')]).reason).toBe('NO_IDENTIFIER');
    expect(explain({ purl: 'pkg:npm/a@1' }, []).reason).toBe('NOTHING_AFFECTED');
  });

  it('states that the version is missing', () => {
    expect(explain({ purl: 'pkg:npm/a' }, [affecting('pkg:npm/a')]).reason).toBe('NO_VERSION');
    expect(explain({ purl: 'pkg:npm/a', version: '1' }, [affecting('pkg:npm/a')]).reason).toBe('MATCH');
  });

  it('states that another release is affected', () => {
    const statement = affecting('pkg:deb/debian/a', { distro: 'debian-11', scheme: 'deb' });
    const explained = explain({ purl: 'pkg:deb/debian/a@1?distro=debian-12' }, [statement]);
    expect(explained.reason).toBe('OTHER_RELEASE');
    expect(explained.statements[0]?.detail).toBe('debian-11 is affected, the component is for debian-12');
  });

  it('states that the vulnerability was withdrawn, even if it matches', () => {
    const explained = explain({ purl: 'pkg:npm/a@1' }, [affecting('pkg:npm/a')], { isRejected: true });
    expect(explained).toMatchObject({ affected: false, reason: 'WITHDRAWN' });
    expect(explained.statements[0]?.outcome).toBe('MATCH');
  });

  it.each([
    ['1.5', {}, 'MATCH', ' matches '],
    ['1.5', { version_end_excluding: '1.5' }, 'OUTSIDE_RANGE', '1.5 is not < 1.5'],
  ] as const)('of a CPE with version %s within %o is %s', (version, bounds, outcome, detail) => {
    const cpe = `cpe:2.3:a:acme:rocket:${version}:*:*:*:*:*:*:*`;
    const cpes = [naming('cpe:2.3:a:acme:rocket:*:*:*:*:*:*:*:*', bounds)];
    const [statement] = explain({ cpe }, [], { cpes }).statements;
    expect(statement).toMatchObject({ identifier: 'CPE', outcome });
    expect(statement?.detail).toContain(detail);
  });

  it('names the attribute of the CPE that differs', () => {
    const cpe = 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*';
    const detailOf = (criterion: string) => explain({ cpe }, [], { cpes: [naming(criterion)] }).statements[0];
    expect(detailOf('cpe:2.3:a:other:rocket:1.0:*:*:*:*:*:*:*')?.detail).toContain(
      'vendor is other there and acme here',
    );
    expect(detailOf('cpe:2.3:a:acme:rocket:2.0:*:*:*:*:*:*:*')).toMatchObject({
      outcome: 'OUTSIDE_RANGE',
      detail: '1.0 is not 2.0',
    });
  });
});
