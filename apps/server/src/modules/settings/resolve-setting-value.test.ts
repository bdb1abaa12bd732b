import { describe, expect, it } from 'vitest';
import { getKnownSetting } from './get-known-setting.ts';
import { knownSettings } from './known-settings.ts';
import { resolveSettingValue } from './resolve-setting-value.ts';

function resolve(key: string, requested: string | null | undefined) {
  const [group = '', name = ''] = key.split('/');
  return resolveSettingValue(getKnownSetting(group, name), requested);
}

describe('the value of a setting', () => {
  it.each([
    ['access-management/acl.enabled', 'true', 'true'],
    ['access-management/acl.enabled', ' TRUE ', 'true'],
    ['maintenance/metrics.retention.days', '30', '30'],
    ['risk-score/weight.critical', '10', '10'],
    ['general/base.url', 'https://tally.example.org/app', 'https://tally.example.org/app'],
    ['general/base.url', '', null],
    ['general/base.url', null, null],
    ['general/default.locale', 'de', 'de'],
    ['artifact/bom.validation.mode', 'DISABLED_FOR_TAGS', 'DISABLED_FOR_TAGS'],
    ['artifact/bom.validation.tags.inclusive', '["a","b"]', '["a","b"]'],
    ['banner/config', '{"text":"hello"}', '{"text":"hello"}'],
    ['integrations/fortify.ssc.token', 'fortify-token', 'fortify-token'],
    ['internal-components/match-mode', undefined, null],
    ['internal-components/groups.regex', 'org\\.example(\\..*)?', 'org\\.example(\\..*)?'],
  ])('%s may be %j', (key, requested, value) => {
    expect(resolve(key, requested)).toEqual({ value });
  });

  it.each([
    ['access-management/acl.enabled', 'yes', 'must be true or false'],
    ['access-management/acl.enabled', '', 'needs a value'],
    ['maintenance/metrics.retention.days', 'ninety', 'must be a whole number'],
    ['maintenance/metrics.retention.days', '1.5', 'must be a whole number'],
    ['maintenance/metrics.retention.days', '99999999999999999999', 'must be a whole number'],
    ['maintenance/metrics.retention.days', '0', 'must be 1 or more'],
    ['maintenance/metrics.retention.days', null, 'needs a value'],
    ['risk-score/weight.critical', '11', 'must be between 1 and 10'],
    ['risk-score/weight.low', '0', 'must be between 1 and 10'],
    ['general/base.url', 'tally.example.org', 'must be an address'],
    ['general/base.url', 'javascript:alert(1)', 'must be an address'],
    ['artifact/bom.validation.mode', 'SOMETIMES', 'must be one of ENABLED, DISABLED'],
    ['artifact/bom.validation.tags.inclusive', 'a,b', 'must be a JSON list of texts'],
    ['artifact/bom.validation.tags.inclusive', '[1]', 'must be a JSON list of texts'],
    ['banner/config', '[]', 'must be a JSON object'],
    ['internal-components/groups.regex', '(', 'must be a regular expression'],
    ['internal-components/names.regex', '(?=a)b', 'must be a regular expression'],
    ['internal-components/names.regex', 'x'.repeat(10_001), 'must be at most 10000 characters'],
    ['integrations/kenna.token', 'has spaces', 'must be the name of a secret'],
    ['internal/cluster.id', 'x', 'can not be modified'],
    ['telemetry/last.submission.data', 'x', 'can not be modified'],
  ])('%s is not %j', (key, requested, refusal) => {
    expect(resolve(key, requested)).toEqual({ refusal: expect.stringContaining(refusal) });
  });

  it('is acceptable wherever it is the default', () => {
    for (const known of knownSettings.filter(
      (setting) => setting.default !== undefined && !setting.readOnly,
    )) {
      expect(resolveSettingValue(known, known.default)).toEqual({ value: known.default });
    }
  });

  it('belongs to one setting only', () => {
    expect(new Set(knownSettings.map(({ group, name }) => `${group}/${name}`)).size).toBe(
      knownSettings.length,
    );
  });
});
