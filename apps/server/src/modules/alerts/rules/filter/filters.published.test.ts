import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromJson, type JsonObject, toJson } from '@bufbuild/protobuf';
import {
  BomConsumedOrProcessedSubjectSchema,
  Group,
  NewVulnerabilitySubjectSchema,
} from '@tallyman/contract/notification';
import { describe, expect, it } from 'vitest';
import { publishedRows } from '../../../../../test/support/published-rows.ts';
import { noteSkipped, TEST_DATA } from '../../../../../test/support/test-data.ts';
import { newUuid } from '../../../../platform/ids.ts';
import { toNotification } from '../../../notifications/event-row.ts';
import { evaluateFilter, requireFilter } from './evaluate-filter.ts';

interface Documented {
  readonly title: string;
  readonly kind: string;
  readonly expression: string;
}

const examples = join(TEST_DATA, 'notifications/json-current');

const SUBJECTS = {
  'BomConsumed.json': BomConsumedOrProcessedSubjectSchema,
  'NewVulnerability.json': NewVulnerabilitySubjectSchema,
} as const;

function readExamples(): [keyof typeof SUBJECTS, JsonObject][] {
  if (!existsSync(examples)) {
    noteSkipped('the notifications in notifications/json-current');
    return [];
  }
  return readdirSync(examples).map((name) => {
    const document = JSON.parse(readFileSync(join(examples, name), 'utf8')) as { notification: JsonObject };
    return [name as keyof typeof SUBJECTS, document.notification];
  });
}

describe('published rows', () => {
  it('every documented notification filter compiles', () => {
    const rows = publishedRows<Documented>('cel/documented_expressions.json');
    for (const { kind, expression } of rows)
      if (kind === 'notification-filter') expect(() => requireFilter(expression), expression).not.toThrow();
  });

  it('the example notifications survive a round trip through our messages', () => {
    for (const [name, { subject, title, content, group }] of readExamples()) {
      const schema = SUBJECTS[name];
      expect(Object.values(Group)).toContain(String(group).replace(/^GROUP_/, ''));
      const message = fromJson(schema, subject as JsonObject, { ignoreUnknownFields: true });
      const { vulnerability, ...again } = toJson(schema, message) as Record<string, JsonObject>;
      const { vulnerability: given, ...rest } = subject as Record<string, JsonObject>;
      expect(again).toEqual(rest);
      // The contract does not have this field.
      if (given) expect({ ...vulnerability, isKev: false }).toEqual(given);
      const event = { group: Group.NEW_VULNERABILITY, title: String(title), content: String(content) };
      const notification = toNotification({ ...event, subject: { schema, message } }, newUuid(), new Date());
      expect(evaluateFilter('subject.project.tags.exists(tag, tag == "tag1")', notification)).toEqual({
        passes: true,
      });
    }
  });
});
