import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { attemptConfig } from '../../../test/support/attempt-config.ts';

const MAIN = 'svc.oidc.enabled=true\nsvc.oidc.issuer=https://id.example.com\nsvc.oidc.client-id=tallyman\n';

const providersOf = (file: string) => attemptConfig({ file }).config.oidcProviders;

describe('OpenID Connect providers', () => {
  test('the main one has the properties of svc.oidc', () => {
    expect(providersOf(MAIN)).toMatchObject([
      { id: 'default', isMain: true, issuer: 'https://id.example.com', usernameClaim: 'name' },
    ]);
  });

  test('further ones have a name, and defaults of their own', () => {
    const named =
      'svc.oidc.username-claim=email\nsvc.oidc.provider.partner.issuer=https://p.example\nsvc.oidc.provider.partner.client-id=x';
    expect(providersOf(MAIN + named)).toMatchObject([
      { id: 'default', usernameClaim: 'email', displayName: 'OpenID Connect' },
      { id: 'partner', isMain: false, usernameClaim: 'name', displayName: 'partner', clientId: 'x' },
    ]);
  });

  test('old names of Dependency-Track set the main one', () => {
    const file =
      'alpine.oidc.enabled=true\nalpine.oidc.issuer=https://id.example.com\nalpine.oidc.client.id=x';
    const old = `${file}\nalpine.oidc.teams.default=A, B\nalpine.oidc.user.provisioning=true`;
    expect(providersOf(old)).toMatchObject([
      { clientId: 'x', defaultTeams: ['A', 'B'], userProvisioning: true },
    ]);
  });

  test('there are none while OpenID Connect is disabled', () => {
    expect(providersOf(MAIN.replace('true', 'false'))).toEqual([]);
  });

  test('an enabled one without issuer or client id has no effect, with a warning', () => {
    const { config, warnings } = attemptConfig({ file: 'svc.oidc.enabled=true\nsvc.oidc.client-id=x' });
    expect(config.oidcProviders).toEqual([]);
    expect(warnings.join()).toContain('svc.oidc.enabled has no effect');
  });

  test.each([
    ['svc.oidc.provider.partner.issuer=https://p.example', 'svc.oidc.provider.partner.issuer and .client-id'],
    [
      'svc.oidc.provider.default.issuer=https://p.example\nsvc.oidc.provider.default.client-id=x',
      'not "default"',
    ],
  ])('%s refuses the start', (line, problem) => {
    expect(attemptConfig({ file: MAIN + line }).problems.join()).toContain(problem);
  });

  test('secrets are masked when the configuration is printed', () => {
    const { config } = attemptConfig({ file: `${MAIN}svc.oidc.client-secret=hunter2` });
    expect(config.oidcProviders[0]?.clientSecret).toBe('hunter2');
    expect(inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain('hunter2');
  });
});
