import type { Violation } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { ThreadMemoryError, ThreadTimeError } from '../../platform/threads/pool-thread.ts';
import { presentIgnored } from './present-ignored-violations.ts';
import {
  type DocumentRefusal,
  findLimitRefusal,
  invalidDocument,
  refuseDocument,
  toErrorTexts,
} from './refused-document.ts';

const VIOLATIONS: readonly Violation[] = [
  { place: '/components/0/name', message: 'is required', line: 3, column: 7 },
  { place: '/version', message: 'must be integer' },
];
const refusal = (more: Partial<DocumentRefusal> = {}): DocumentRefusal => ({
  ...{ kind: 'invalid', message: 'Schema validation failed.', violations: VIOLATIONS, moreViolations: 0 },
  specVersion: '1.6',
  ...more,
});

describe('The refusal of a document', () => {
  it('has errors as texts, as clients of the peer read them, and violations in parts', () => {
    const { kind, message, extras } = invalidDocument(refusal());
    expect({ kind, message, title: extras.title }).toEqual({
      ...{ kind: 'invalid', message: 'Schema validation failed', title: 'The uploaded BOM is invalid' },
    });
    expect(extras.members).toEqual({
      errors: ['/components/0/name: is required', '/version: must be integer'],
      violations: [
        { pointer: '/components/0/name', line: 3, column: 7, message: 'is required' },
        { pointer: '/version', message: 'must be integer' },
      ],
    });
  });

  it('has the number of violations that are not listed', () => {
    expect(invalidDocument(refusal({ moreViolations: 9 })).extras.members).toMatchObject({ moreErrors: 9 });
    expect(invalidDocument(refusal()).extras.members).not.toHaveProperty('moreErrors');
  });

  it('has its own message if it does not violate the schema', () => {
    const unreadable = refusal({ kind: 'truncated', message: 'It ends too early.', violations: [] });
    expect(invalidDocument(unreadable)).toMatchObject({ kind: 'invalid', message: 'It ends too early.' });
    expect(invalidDocument(unreadable).extras.members).toEqual({});
  });

  it('is 413 if the document is too large', () => {
    expect(refuseDocument(refusal({ kind: 'too-large' }), 'Too much.').kind).toBe('too-large');
  });

  it.each([
    ['Broken', 'Broken. Fix it.'],
    ['Broken.', 'Broken. Fix it.'],
  ])('ends with the hint, as a sentence: %s', (reason, message) => {
    expect(refuseDocument(refusal({ hint: 'Fix it.' }), reason).message).toBe(message);
  });

  it('has no hint if it does not violate the schema', () => {
    const unreadable = refusal({ kind: 'malformed', hint: 'Fix it.' });
    expect(refuseDocument(unreadable, 'Broken').message).toBe('Broken');
  });

  it('has the violations as texts for notifications, else its message', () => {
    expect(toErrorTexts(refusal())).toEqual(['/components/0/name: is required', '/version: must be integer']);
    expect(toErrorTexts(refusal({ violations: [] }))).toEqual(['Schema validation failed.']);
  });
});

describe('A document that exceeds the limits of a thread is refused', () => {
  it.each([
    ['memory', new ThreadMemoryError('m'), 'out-of-memory'],
    ['time', new ThreadTimeError('t'), 'too-large'],
  ])('for its %s', (_limit, error, kind) => {
    expect(findLimitRefusal(error)).toMatchObject({ kind, violations: [], moreViolations: 0 });
  });

  it('but not for other errors of the thread', () => {
    expect(findLimitRefusal(new Error('The thread ended before its task did.'))).toBeUndefined();
  });
});

describe('Ignored violations', () => {
  it('are listed with their pointer, line and column', () => {
    const violations = [...VIOLATIONS, { place: 'line 4', message: 'is repeated' }];
    expect(presentIgnored({ violations, moreViolations: 2 })).toEqual({
      ignoredViolations: [
        { pointer: '/components/0/name', line: 3, column: 7, message: 'is required' },
        { pointer: '/version', message: 'must be integer' },
        { message: 'is repeated' },
      ],
      moreIgnoredViolations: 2,
    });
  });

  it.each([undefined, null, { violations: [], moreViolations: 0 }])(
    'are absent if there are none: %j',
    (none) => {
      expect(presentIgnored(none)).toEqual({});
    },
  );
});
