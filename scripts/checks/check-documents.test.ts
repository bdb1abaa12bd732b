// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts to check
import { expect, test } from 'vitest';
import { checkDecision, checkPaths } from './check-documents.ts';

const repository = ['docs/guide.md', 'docs/adr/0001-some.md', 'apps/server/src/platform/jobs/catalog.ts'];
const check = (text: string) => checkPaths({ path: 'docs/guide.md', text }, repository);

test.each([
  'Read [this](adr/0001-some.md#context) and [that](../apps/server/) and [more](https://example.org/x.md).',
  'See `platform/jobs/catalog.ts`, `catalog.ts`, `jobs/`, `*-some.md` and `adr/<number>-some.md`.',
  'Neither `application/json` nor `GET /api/v1/x` nor `${file::/path}` is a file.',
  '```sh\ncat `nowhere.ts` [link](nowhere.md)\n```',
  'A span `[link](nowhere.md)` is no link.',
  'A command creates `dist/`.',
])('accepts %s', (text) => {
  expect(check(text)).toEqual([]);
});

test.each([
  ['[this](adr/0002-other.md)', 'docs/guide.md: the link adr/0002-other.md leads nowhere'],
  ['See `jobs/catalogue.ts`.', 'docs/guide.md: no file or folder is called jobs/catalogue.ts'],
  ['See `log.ts`.', 'docs/guide.md: no file or folder is called log.ts'],
  ['See `platform/job/`.', 'docs/guide.md: no file or folder is called platform/job/'],
])('refuses %s', (text, message) => {
  expect(check(text)).toEqual([message]);
});

const DECISION = `# 0001 Some decision

Date: 2026-11-16

Status: accepted

## Context

## Decision

## Consequences
`;

test('accepts a decision with number, date, status and sections', () => {
  expect(checkDecision({ path: 'docs/adr/0001-some.md', text: DECISION }, repository)).toEqual([]);
});

test.each([
  ['another number', DECISION.replace('0001', '0002'), 'the title does not begin with "# 0001 "'],
  ['no date', DECISION.replace('2026-11-16', 'today'), 'a line "Date: YYYY-MM-DD" is missing'],
  ['no status', DECISION.replace('Status: accepted', ''), 'a line "Status: …" is missing'],
  [
    'a missing section',
    DECISION.replace('## Context', ''),
    'the sections are not Context, Decision, Consequences',
  ],
])('refuses a decision with %s', (_, text, message) => {
  expect(checkDecision({ path: 'docs/adr/0001-some.md', text }, repository)).toEqual([
    `docs/adr/0001-some.md: ${message}`,
  ]);
});

test('refuses a decision with the number of another', () => {
  const path = 'docs/adr/0001-other.md';
  expect(checkDecision({ path, text: DECISION }, [...repository, path])).toEqual([
    'docs/adr/0001-other.md: docs/adr/0001-some.md has the same number',
  ]);
});
