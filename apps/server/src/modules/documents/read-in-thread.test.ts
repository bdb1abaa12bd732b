import { BomError } from '@tallyman/cyclonedx';
import { describe, expect, it } from 'vitest';
import { readInThread, toReadRefusal } from './read-in-thread.ts';

const systemError = Object.assign(new Error('ENOSPC: no space left on device, write'), {
  code: 'ENOSPC',
  syscall: 'write',
});

describe('An error while a document is read', () => {
  it('refuses the document if it is not CycloneDX, with the violations', () => {
    const violations = [{ place: '/components/0', message: 'must have a name' }];
    const error = new BomError('invalid', 'Schema validation failed.', { violations, moreViolations: 3 });
    expect(toReadRefusal(error, '1.6')).toEqual({
      kind: 'invalid',
      message: 'Schema validation failed.',
      violations,
      moreViolations: 3,
      specVersion: '1.6',
    });
  });

  it('refuses the document if its content cannot be mapped, whatever the error', () => {
    expect(toReadRefusal(new TypeError('x is not a function'), '1.5')).toEqual({
      kind: 'unmappable',
      message: 'The document could not be understood (TypeError: x is not a function).',
      violations: [],
      moreViolations: 0,
      specVersion: '1.5',
    });
  });

  it.each([
    ['an error of the operating system', systemError],
    ['what is no error', 'thrown text'],
  ])('is thrown again if it is %s, so that the import is retried', (_what, error) => {
    expect(() => toReadRefusal(error, undefined)).toThrow(error as Error);
  });
});

describe('Reading in a thread', () => {
  it('returns the result', async () => {
    expect(await readInThread(async () => 7)).toEqual({ result: 7 });
  });

  it('returns a refusal that names the version, once that was read', async () => {
    const answer = await readInThread(async (observer) => {
      observer.observe({ kind: 'start', format: 'json', specVersion: '1.4' });
      expect(observer.getFormat()).toEqual({ format: 'json', specVersion: '1.4' });
      throw new BomError('malformed', 'It ends too early.');
    });
    expect(answer).toMatchObject({ refusal: { kind: 'malformed', specVersion: '1.4' } });
  });

  it('throws if the format is asked for before anything was read', async () => {
    const answer = await readInThread(async (observer) => observer.getFormat());
    expect(answer).toMatchObject({ refusal: { kind: 'unmappable', specVersion: undefined } });
  });
});
