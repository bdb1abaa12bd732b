import { expect, test } from 'vitest';
import { toServiceRow } from './to-service-row.ts';

test('a service has columns for what the API shows, and keeps the rest', () => {
  const row = toServiceRow({
    'bom-ref': 'api',
    name: 'api',
    group: 'g',
    provider: { name: 'P', url: ['https://p.example'] },
    endpoints: ['https://a'],
    authenticated: false,
    'x-trust-boundary': true,
    data: [{ flow: 'bi-directional', classification: 'PII' }],
    trustZone: 'inner',
  });
  expect(row).toMatchObject({
    ...{ name: 'api', group_name: 'g', version: null, bom_ref: 'api', endpoints: ['https://a'] },
    provider: { name: 'P', urls: ['https://p.example'] },
    authenticated: false,
    crosses_trust_boundary: true,
    data: [{ direction: 'BI_DIRECTIONAL', name: 'PII' }],
    rest: { trustZone: 'inner' },
  });
});

test('data with more members than flow and classification are kept whole', () => {
  const data = [{ flow: 'inbound' as const, classification: 'PII', governance: { owners: [] } }];
  expect(toServiceRow({ name: 'api', data }).rest).toEqual({ data });
});
