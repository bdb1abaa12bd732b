import { describe, expect, it } from 'vitest';
import { HttpConnectionError, InvalidRequestError } from '../../platform/outgoing-http/http-failure.ts';
import { AddressRefusedError } from '../../platform/outgoing-http/ssrf-guard.ts';
import { permanentFailure, refusedWithStatus, toPushFailure } from './push-failure.ts';

describe('A failed push', () => {
  it.each([
    [301, true],
    [400, true],
    [401, true],
    [403, true],
    [404, true],
    [408, false],
    [413, true],
    [425, false],
    [429, false],
    [500, false],
    [503, false],
  ])('with status %i is permanent: %s', (status, isPermanent) => {
    expect(refusedWithStatus('Kenna', 'the upload', status)).toMatchObject({
      message: `Kenna answered the upload with status ${status}.`,
      isPermanent,
    });
  });

  it.each([
    [new HttpConnectionError('http://a.example/b?token=x', new Error('reset')), false],
    [new AddressRefusedError('a.example', '10.0.0.1'), true],
    [new InvalidRequestError('http://a.example', 'invalid header'), true],
    [permanentFailure('No.'), true],
  ])('by %o is permanent: %s', (error, isPermanent) => {
    expect(toPushFailure(error)).toMatchObject({ message: error.message, isPermanent });
  });
});
