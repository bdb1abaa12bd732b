import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamKey } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const PATH = '/api/v2/vuln-policies';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const policy = (name: string, more: object = {}) => ({
  name,
  condition: 'vuln.id == "CVE-1999-1"',
  analysis: { state: 'NOT_AFFECTED' },
  ...more,
});

const create = async (body: object) => {
  const answer = await service.asAdmin('POST', PATH, body);
  expect(answer.text).toContain('uuid');
  return answer.body.uuid as string;
};

describe('POST and GET /api/v2/vuln-policies', () => {
  it('creates a policy with every field, and returns it', async () => {
    const body = {
      name: 'whole',
      description: 'A whole one',
      author: 'security-team',
      condition: 'vuln.id == "CVE-1999-1"\n  && component.name == "acme"',
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        vendor_response: 'WILL_NOT_FIX',
        details: 'Never\ncalled.',
        suppress: true,
      },
      ratings: [
        {
          method: 'CVSSV3',
          severity: 'LOW',
          vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
          score: 3.1,
        },
        {
          method: 'OWASP',
          severity: 'MEDIUM',
          vector: 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3',
        },
      ],
      operation_mode: 'LOG',
      priority: 7,
      valid_from: 1_700_000_000_000,
      valid_until: 1_800_000_000_000,
    };
    const answer = await service.asAdmin('POST', PATH, body);
    expect(answer.status).toBe(201);
    const { uuid } = answer.body;
    expect(answer.headers.get('location')).toBe(`${PATH}/${uuid}`);
    const got = await service.asAdmin('GET', `${PATH}/${uuid}`);
    expect(got.status).toBe(200);
    expect(got.body).toEqual({ ...body, uuid, source: 'USER', created: expect.any(Number) });
  });

  it('applies by default, with priority 0', async () => {
    const uuid = await create(policy('plain'));
    expect((await service.asAdmin('GET', `${PATH}/${uuid}`)).body).toMatchObject({
      operation_mode: 'APPLY',
      priority: 0,
    });
  });

  it('refuses a duplicate name with 409', async () => {
    await create(policy('taken'));
    expect((await service.asAdmin('POST', PATH, policy('taken'))).status).toBe(409);
  });

  it('answers 404 for an unknown policy', async () => {
    for (const [method, body] of [['GET'], ['PUT', policy('x')], ['DELETE']] as const) {
      expect((await service.asAdmin(method, `${PATH}/${NOBODY}`, body)).status).toBe(404);
    }
  });

  it.each([
    ['no condition', { condition: undefined }],
    ['several conditions', { conditions: ['true', 'false'] }],
    ['an unknown member', { color: 'red' }],
    ['a state NOT_SET', { analysis: { state: 'NOT_SET' } }],
    ['no state', { analysis: {} }],
    ['an unknown justification', { analysis: { state: 'RESOLVED', justification: 'BECAUSE' } }],
    ['an unknown response', { analysis: { state: 'RESOLVED', vendor_response: 'MAYBE' } }],
    ['four ratings', { ratings: Array.from({ length: 4 }, () => ({ method: 'OWASP', severity: 'LOW' })) }],
    [
      'two ratings of one method',
      { ratings: [1, 2].map((score) => ({ method: 'CVSSV2', severity: 'LOW', score })) },
    ],
    [
      'a vector of another method',
      { ratings: [{ method: 'CVSSV4', severity: 'LOW', vector: 'AV:N/AC:L/Au:N/C:N/I:N/A:P' }] },
    ],
    ['a rating without severity', { ratings: [{ method: 'CVSSV3' }] }],
    ['an unknown mode', { operation_mode: 'MAYBE' }],
    ['a priority of 101', { priority: 101 }],
    ['a window that ends before it begins', { valid_from: 2, valid_until: 1 }],
    ['a moment that is none', { valid_from: 9e15 }],
    ['a moment after the year 9999', { valid_from: 8.64e15 }],
    ['a moment before the year 1', { valid_until: -8.64e15 }],
    ['a score above 10', { ratings: [{ method: 'CVSSV3', severity: 'LOW', score: 10.1 }] }],
    ['a condition nested too deeply', { condition: `${'!'.repeat(4_000)}true` }],
    ['a condition of 4,097 characters', { condition: `"${'x'.repeat(4_100)}" == "x"` }],
    ['a description of 513 characters', { description: 'x'.repeat(513) }],
  ])('refuses %s with 400', async (_what, more) => {
    expect((await service.asAdmin('POST', PATH, policy('wrong', more))).status).toBe(400);
  });

  it('refuses a condition that does not compile, with line and column', async () => {
    const answer = await service.asAdmin(
      'POST',
      PATH,
      policy('wrong', { condition: 'true &&\n  vuln.nope == 1' }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      detail: 'Condition is invalid.',
      errors: [{ line: 2, column: 7, message: expect.stringContaining('nope') }],
    });
  });

  it('lists by priority and name, a page at a time, with an exact total', async () => {
    for (const [name, priority] of [
      ['list c', 2],
      ['list b', 1],
      ['list a', 2],
    ] as const) {
      await create(policy(name, { priority }));
    }
    const first = await service.asAdmin('GET', `${PATH}?name=LIST&limit=2`);
    expect(first.body.items.map(({ name }: { name: string }) => name)).toEqual(['list b', 'list a']);
    expect(first.body.total).toEqual({ count: 3, type: 'EXACT' });
    const next = await service.asAdmin(
      'GET',
      `${PATH}?name=LIST&limit=2&page_token=${first.body.next_page_token}`,
    );
    expect(next.body.items).toEqual([
      { uuid: expect.any(String), name: 'list c', priority: 2, operation_mode: 'APPLY', source: 'USER' },
    ]);
    expect(next.body.next_page_token).toBeUndefined();
  });
});

describe('PUT and DELETE /api/v2/vuln-policies/{uuid}', () => {
  it('replaces every field', async () => {
    const uuid = await create(
      policy('before', { priority: 3, author: 'A', ratings: [{ method: 'OWASP', severity: 'LOW' }] }),
    );
    const answer = await service.asAdmin('PUT', `${PATH}/${uuid}`, policy('after', { condition: 'true' }));
    expect(answer.status).toBe(204);
    const { body } = await service.asAdmin('GET', `${PATH}/${uuid}`);
    expect(body).toMatchObject({
      name: 'after',
      condition: 'true',
      priority: 0,
      updated: expect.any(Number),
    });
    expect(body).not.toHaveProperty('author');
    expect(body).not.toHaveProperty('ratings');
  });

  it('deletes', async () => {
    const uuid = await create(policy('to go'));
    expect((await service.asAdmin('DELETE', `${PATH}/${uuid}`)).status).toBe(204);
    expect((await service.asAdmin('GET', `${PATH}/${uuid}`)).status).toBe(404);
  });
});

describe('permissions', () => {
  it.each([
    ['POLICY_MANAGEMENT', [200, 201, 204, 204]],
    ['POLICY_MANAGEMENT_READ', [200, 403, 403, 403]],
    ['POLICY_MANAGEMENT_CREATE', [403, 201, 403, 403]],
    ['POLICY_MANAGEMENT_UPDATE', [403, 403, 204, 403]],
    ['POLICY_MANAGEMENT_DELETE', [403, 403, 403, 204]],
    ['VIEW_PORTFOLIO', [403, 403, 403, 403]],
  ] as const)('%s', async (permission, expected) => {
    const { apiKey } = await createTeamKey(service, permission);
    const uuid = await create(policy(`of ${permission}`));
    const ask = async (method: string, path: string, body?: object) =>
      (await service.request(method, path, { apiKey, body })).status;
    expect([
      await ask('GET', PATH),
      await ask('POST', PATH, policy(`by ${permission}`)),
      await ask('PUT', `${PATH}/${uuid}`, policy(`of ${permission}`)),
      await ask('DELETE', `${PATH}/${uuid}`),
    ]).toEqual(expected);
  });
});
