import { allOperations, type Operation } from '@tallyman/contract';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { badForms, badParts, hugeBodyOf } from '../../test/support/malformed-bodies.ts';
import {
  type Json,
  listPlaces,
  nest,
  type Place,
  sampleOf,
  withValueAt,
} from '../../test/support/sample-of.ts';
import { startTestService, type TestAnswer, type TestService } from '../../test/support/test-service.ts';

/** The id in samples of the schemas. Objects with it exist, so that requests are processed as far as possible. */
const EXISTING = '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f';

const AT_ONCE = 20;

interface Sent {
  readonly path?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

/** Bad input gets a clear problem document; it never makes the service fail. */
describe('Malformed requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.http.max-body-bytes': '200000' });
    await createWhatSamplesName(service);
  });
  afterAll(() => service.close());
  afterEach(async () => {
    // If the session had ended, every request would be refused and nothing would be tested.
    expect((await service.asAdmin('GET', '/api/v1/user/self')).status).toBe(200);
  });

  const takesBody = allOperations.filter((operation) => operation.body);
  const takes = (type: string | undefined) => takesBody.filter(({ consumes }) => consumes === type);
  const takesJson = takes(undefined);
  const takesParams = allOperations.filter((operation) => operation.params);
  const takesQuery = allOperations.filter((operation) => operation.query ?? operation.paged);
  const named = (operations: readonly Operation[]) =>
    operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

  async function send(operation: Operation, { path = pathOf(operation), ...options }: Sent) {
    // Signing the administrator out would end the test early.
    const credentials = operation.id === 'signOut' ? {} : { token: service.adminToken };
    // Sign-in answers with plain text unless the client accepts problem documents.
    const headers = { Accept: 'application/json, application/problem+json', ...options.headers };
    const answer = await service.request(operation.method, path, { ...options, ...credentials, headers });
    expectNoFailure(answer, `${operation.method} ${path} ${String(options.body ?? '').slice(0, 200)}`);
    return answer;
  }
  /** Some at a time: on a busy machine, hundreds of writes to one project would wait until they are refused as busy. */
  async function sendAll(operation: Operation, bodies: readonly Sent['body'][], type = 'application/json') {
    const answers: TestAnswer[] = [];
    for (let start = 0; start < bodies.length; start += AT_ONCE) {
      const some = bodies.slice(start, start + AT_ONCE);
      const headers = { 'Content-Type': type };
      answers.push(...(await Promise.all(some.map((body = '') => send(operation, { body, headers })))));
    }
    return answers;
  }
  const statusesOf = (answers: readonly TestAnswer[]) => [...new Set(answers.map(({ status }) => status))];

  const noJson = ['{', '{"a":', '\u0000', '{"a":1}}', "{'a':1}", '[1,]', '"\n"', '{"__proto__":{}}'];
  const otherJson = ['null', '7', '"text"', '[]', '[[[]]]', 'true', '{}', '[null]', '{"":""}'];

  it.each(named(takesJson))('%s rejects invalid bodies', async (_name, operation) => {
    expect(statusesOf(await sendAll(operation, noJson))).toEqual([400]);
    await sendAll(operation, otherJson);
  });

  const nul = '\u0000';
  const wrongValues: Json[] = [null, -1, 1e308, '', [[]], { a: { b: [] } }, 'x'.repeat(5000)];
  const moreWrongValues: Json[] = [...wrongValues, 1.5, true, ' ', [], {}, `x${nul}y`];

  it.each(named(takesJson))('%s survives members of every wrong type', async (_name, operation) => {
    const members = Object.keys((operation.body as { properties?: object }).properties ?? {});
    const bodies = moreWrongValues.map((wrong) => Object.fromEntries(members.map((name) => [name, wrong])));
    await sendAll(operation, bodies.map(toJson));
  });

  const nests = takesJson.filter(({ body = {} }) => listPlaces(sampleOf(body)).some(isInner));

  it.each(named(nests))(
    '%s survives wrong types inside its members',
    async (_name, { body = {}, ...operation }) => {
      const places = listPlaces(sampleOf(body)).filter(isInner);
      const bodies = places.flatMap((place) => wrongValues.map((wrong) => sampleWith(body, place, wrong)));
      await sendAll(operation, bodies.map(toJson));
    },
  );

  const unstorable = ['\ud800', '\udfff', 'x\udc00\ud800', `a${nul}b`];

  it.each(named(takesJson))(
    '%s refuses NUL and halves of surrogate pairs with 400, in any member',
    async (_name, { body = {}, ...operation }) => {
      const bodies = listPlaces(sampleOf(body)).map((place, at) =>
        sampleWith(body, place, unstorable[at % unstorable.length] ?? null),
      );
      const others = unstorable.flatMap((text): Json[] => [{ [text]: 1 }, { other: [[{ text }]] }, text]);
      const answers = await sendAll(operation, [...bodies, ...others].map(toJson));
      expect(statusesOf(answers)).toEqual([400]);
    },
  );

  it.each(named(takesJson))('%s refuses invalid UTF-8 with 400', async (_name, operation) => {
    const bodies = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]].map((bytes) =>
      Buffer.concat([Buffer.from('{"name":"x'), Buffer.from(bytes), Buffer.from('"}')]),
    );
    expect(statusesOf(await sendAll(operation, bodies))).toEqual([400]);
  });

  const deep = [nest('arrays', 5000), nest('objects', 5000)];

  it.each(named(takesJson))(
    '%s survives 5,000 levels of nesting',
    async (_name, { body = {}, ...operation }) => {
      const places = listPlaces(sampleOf(body)).filter((place) => place.length < 3);
      const bodies = [
        ...deep,
        ...deep.map((nested) => `{"other":${nested}}`),
        ...places.map((place, at) =>
          toJson(sampleWith(body, place, 'deep')).replace('"deep"', deep[at % 2] ?? ''),
        ),
      ];
      await sendAll(operation, bodies);
    },
  );

  it.each(named(takes('application/x-www-form-urlencoded')))(
    '%s survives forms of every kind',
    async (_name, operation) => {
      const type = 'application/x-www-form-urlencoded';
      await sendAll(operation, badForms(Object.keys(sampleOf(operation.body ?? {}) ?? {})), type);
      expect(statusesOf(await sendAll(operation, ['{}', '[]']))).toEqual([415]);
    },
  );

  it.each(named(takes('multipart/form-data')))('%s refuses forms of every kind', async (_name, taking) => {
    const operation = {
      ...taking,
      path: taking.path.replace('vuln-data-sources/{name}', 'vuln-data-sources/osv'),
    };
    // Vulnerability data is read in the background: its run reports errors of a file.
    const refusals = operation.path.endsWith('/imports') ? [202, 400, 413] : [400, 413];
    for (const { type, body } of badParts(operation.document ?? '')) {
      const [answer] = await sendAll(operation, [body], type);
      expect(refusals, `${type}: ${body}`).toContain(answer?.status);
    }
    // Where JSON may be the document itself, this is not a valid one.
    const refusal = operation.documentTypes?.includes('application/json') ? 400 : 415;
    expect(statusesOf(await sendAll(operation, ['{}', '[]']))).toEqual([refusal]);
  });

  it.each(named(takes('text/plain')))('%s survives text of every kind', async (_name, operation) => {
    await sendAll(
      operation,
      ['', ' ', nul, '\u0007', Buffer.from([0xff, 0xfe]), '\u202e', '{}'],
      'text/plain',
    );
  });

  it.each(named(takesBody))('%s refuses a huge body with 413', async (_name, operation) => {
    const { type, body } = hugeBodyOf(operation);
    expect(statusesOf(await sendAll(operation, [body], type))).toEqual([413]);
  });

  it.each(named(takesBody))('%s refuses other content types with 415', async (_name, operation) => {
    expect(statusesOf(await sendAll(operation, ['x'], 'application/x-unknown'))).toEqual([415]);
  });

  const badSegments = [
    'x',
    '-',
    '%20',
    '%00',
    '%2e%2e%2f',
    "'",
    '%F0%9F%92%A9',
    '%ED%A0%80',
    '%FF',
    '0'.repeat(300),
    '..%2f..%2fetc',
    'null',
    '%25',
  ];

  it.each(named(takesParams))('%s survives path segments of every kind', async (_name, operation) => {
    const paths = badSegments.map((segment) => operation.path.replaceAll(/\{\w+\}/g, segment));
    await Promise.all(paths.map((path) => send(operation, { path })));
  });

  const badQueries = [
    'pageNumber=-1&pageSize=0',
    'offset=99999999999999999999&limit=99999999999999999999',
    'page=x&size=y',
    'sortName=;drop&sortOrder=asc',
    'sortName=__proto__&sortOrder=desc',
    'searchText=%25_%5C%00',
    'searchText=%25_%5C',
    'searchText=a&searchText=b',
    'searchText=%ED%A0%80&name=%FF',
    'name=a&name=b&uuid=x',
    'excludeInactive=maybe&onlyRoot=7',
    '%E0%A4%A=1',
    '&&&==&',
  ];

  it.each(named(takesQuery))('%s survives queries of every kind', async (_name, operation) => {
    await Promise.all(badQueries.map((query) => send(operation, { path: `${pathOf(operation)}?${query}` })));
  });

  it('no operation fails on arbitrary JSON', async () => {
    const anyBody = fc.tuple(fc.constantFrom(...takesJson), fc.json({ maxDepth: 3, stringUnit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(anyBody, async ([operation, body]) => {
        await sendAll(operation, [body]);
      }),
      { numRuns: 300, seed: 42 },
    );
  });
});

function isInner(place: Place): boolean {
  return place.length > 1;
}

/** The required members and the one that contains the place, with another value at the place. */
function sampleWith(schema: object, place: Place, value: Json): Json {
  const sample = sampleOf(schema);
  if (Array.isArray(sample) || typeof sample !== 'object') return withValueAt(sample, place, value);
  const { required = [] } = schema as { required?: string[] };
  const members = Object.entries(sample ?? {}).filter(
    ([name]) => name === place[0] || required.includes(name),
  );
  return withValueAt(Object.fromEntries(members), place, value);
}

function toJson(body: Json): string {
  return JSON.stringify(body);
}

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, EXISTING);
}

async function createWhatSamplesName(service: TestService): Promise<void> {
  const create = async (path: string) => {
    const answer = await service.asAdmin('PUT', path, { name: 'x', classifier: 'LIBRARY' });
    expect(answer.status, `${path}: ${answer.text}`).toBe(201);
    return answer.body.uuid;
  };
  const project = await create('/api/v1/project');
  const created = {
    team: await create('/api/v1/team'),
    component: await create(`/api/v1/component/project/${project}`),
    service: await create(`/api/v1/service/project/${project}`),
    license_group: await create('/api/v1/licenseGroup'),
    project,
  };
  for (const [table, uuid] of Object.entries(created)) {
    await service.db
      .updateTable(table as keyof typeof created)
      .set({ uuid: EXISTING })
      .where('uuid', '=', uuid)
      .execute();
  }
}

function expectNoFailure(answer: TestAnswer, request: string): void {
  expect(answer.status, `${request} → ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.headers.get('content-type'), request).toBe('application/problem+json');
  expect(answer.body, request).toMatchObject({
    status: answer.status,
    title: expect.any(String),
    detail: expect.any(String),
  });
}
