import { expect, it } from 'vitest';
import { redactChanges } from './redact-changes.ts';

it.each([
  { subject: 'integrations/defectdojo.apiKey', value: 'abc', shown: '[hidden]' },
  { subject: 'email/smtp.password', value: 'abc', shown: '[hidden]' },
  { subject: 'general/base.url', value: 'https://a.example', shown: 'https://a.example' },
  {
    subject: 'integrations/kenna.url',
    value: 'https://me:pw@a.example/x?key=1',
    shown: 'https://[hidden]@a.example/x?[hidden]',
  },
  { subject: 'access-management/acl.enabled', value: 'true', shown: 'true' },
])('the value of the setting $subject is shown as $shown', ({ subject, value, shown }) => {
  expect(redactChanges(subject, { value: { to: value } })).toEqual({ value: { to: shown } });
});

it('hides members of a configuration that are secrets by their name', () => {
  const config = { url: 'https://a.example', apiToken: 'abc', nested: { password: 'def', enabled: true } };
  expect(redactChanges('vuln-analyzer/snyk', { config: { to: config } })).toEqual({
    config: {
      to: { url: 'https://a.example', apiToken: '[hidden]', nested: { password: '[hidden]', enabled: true } },
    },
  });
});

it('shows permissions and members', () => {
  const changes = { permissions: { added: ['SECRET_MANAGEMENT'] } };
  expect(redactChanges('team', changes)).toEqual(changes);
});
