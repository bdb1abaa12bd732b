import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPostgresAddress } from './postgres-address.ts';

describe('svc.datasource.url takes postgresql://… and jdbc:postgresql://…', () => {
  test.each([
    ['postgresql://db:5432/t', 'postgresql://db:5432/t'],
    ['postgres://db/t', 'postgresql://db/t'],
    ['postgresql://[::1]:5432/t', 'postgresql://[::1]:5432/t'],
    ['postgresql:///t?host=/var/run/postgresql', 'postgresql:///t?host=%2Fvar%2Frun%2Fpostgresql'],
    ['postgresql://db/t?sslmode=require', 'postgresql://db/t?sslmode=require'],
    ['jdbc:postgresql://db:5432/t', 'postgresql://db:5432/t'],
    ['JDBC:postgresql://db/t', 'postgresql://db/t'],
    ['jdbc:postgresql:t', 'postgresql://localhost/t'],
    ['jdbc:postgresql:///t', 'postgresql://localhost/t'],
    ['jdbc:postgresql://db/t?ssl=true', 'postgresql://db/t?sslmode=verify-full'],
    ['jdbc:postgresql://db/t?ssl=false', 'postgresql://db/t'],
    ['jdbc:postgresql://db/t?sslmode=disable', 'postgresql://db/t?sslmode=disable'],
    ['jdbc:postgresql://db/t?sslmode=require', 'postgresql://db/t?sslmode=require&uselibpqcompat=true'],
    [
      'jdbc:postgresql://db/t?ssl=true&sslfactory=org.postgresql.ssl.NonValidatingFactory',
      'postgresql://db/t?sslmode=no-verify',
    ],
    [
      'jdbc:postgresql://db/t?sslmode=verify-ca&sslrootcert=/ca.pem',
      'postgresql://db/t?sslrootcert=%2Fca.pem&sslmode=verify-ca&uselibpqcompat=true',
    ],
    ['jdbc:postgresql://db/t?currentSchema=a,b', 'postgresql://db/t?options=-c+search_path%3Da%2Cb'],
    ['jdbc:postgresql://db/t?ApplicationName=me', 'postgresql://db/t?application_name=me'],
  ])('%s is %s', (given, url) => {
    expect(toPostgresAddress(given)).toEqual({ ok: true, url, notes: [] });
  });

  test.each([
    'postgresql://me:p%40ss@db/t',
    'jdbc:postgresql://db/t?user=me&password=p%40ss',
    'jdbc:postgresql://me:p%40ss@db/t',
    'postgresql://me:p@ss@db/t',
  ])('removes user name and password from %s', (given) => {
    const credentials = { username: 'me', password: 'p@ss' };
    expect(toPostgresAddress(given)).toEqual({
      ok: true,
      url: 'postgresql://db/t',
      ...credentials,
      notes: [],
    });
  });

  test('says which parameters of JDBC have no counterpart', () => {
    const address = toPostgresAddress('jdbc:postgresql://db/t?reWriteBatchedInserts=true&sslmode=prefer');
    expect(address).toMatchObject({
      url: 'postgresql://db/t',
      notes: [expect.stringContaining('sslmode=prefer'), expect.stringContaining('reWriteBatchedInserts')],
    });
  });

  test.each([
    ['jdbc:h2:~/db', 'must be PostgreSQL'],
    ['jdbc:sqlserver://db;database=t', 'must be PostgreSQL'],
    ['mysql://db/t', 'must be PostgreSQL'],
    ['db.example.com', 'must start with postgresql://'],
    ['postgresql:db', 'must start with postgresql://'],
    ['jdbc:postgresql://a:5432,b:5432/t', 'several hosts'],
    ['postgresql://me:%zz@db/t', 'percent-encoded'],
    ['postgresql://me:pa/ss@db/t', 'percent-encoded'],
    ['postgresql://db:port/t', 'percent-encoded'],
  ])('refuses %s', (given, reason) => {
    expect(toPostgresAddress(given)).toEqual({ ok: false, why: expect.stringContaining(reason) });
  });

  test('no password remains in the URL or in a reason', () => {
    const password = fc.string({ minLength: 1 }).map((text) => `S3cret${text}`);
    fc.assert(
      fc.property(password, fc.boolean(), (secret, isJdbc) => {
        const encoded = encodeURIComponent(secret);
        const given = isJdbc
          ? `jdbc:postgresql://db/t?user=me&password=${encoded}`
          : `postgresql://me:${encoded}@db/t`;
        const address = toPostgresAddress(given);
        expect(address).toMatchObject({ ok: true, password: secret });
        expect(JSON.stringify({ ...address, password: '' })).not.toContain('S3cret');
      }),
    );
  });
});
