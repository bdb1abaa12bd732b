import { Button } from '@mantine/core';
import { type SecondFactor, secondFactorOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { AddTotpDialog } from './add-totp-dialog.tsx';
import styles from './profile-page.module.css';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { RenameFactorDialog } from './rename-factor-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { maySecurityKeysWork } from './security-key.ts';

const KINDS: Record<SecondFactor['kind'], string> = { TOTP: 'Authenticator app', WEBAUTHN: 'Security key' };

/** The second factors of the signed-in user. */
export function SecondFactors() {
  const { data, error, refetch } = useQuery(apiQuery(secondFactorOperations.listSecondFactors, {}));
  const [added, setAdded] = useState<SecondFactor['kind']>();
  const [isRenewing, setIsRenewing] = useState(false);
  const [renamed, setRenamed] = useState<SecondFactor>();
  const [removed, setRemoved] = useState<SecondFactor>();
  return (
    <Card title="Second factors" facts={data?.body.required ? 'required' : undefined}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && data.body.factors.length === 0 && (
        <p className="muted">None. With one, a stolen password alone does not open your account.</p>
      )}
      {data && data.body.factors.length > 0 && (
        <>
          <ul className={styles.factors}>
            {data.body.factors.map((factor) => (
              <li key={factor.uuid} className={styles.factor}>
                <span>
                  <bdi>{factor.name}</bdi>{' '}
                  <span className="muted">
                    {KINDS[factor.kind]}, added <Time at={factor.created_at} />
                    {factor.last_used_at !== undefined && (
                      <>
                        , used <Time at={factor.last_used_at} />
                      </>
                    )}
                  </span>
                </span>
                <span>
                  <Button
                    variant="subtle"
                    aria-label={`Rename ${factor.name}`}
                    onClick={() => setRenamed(factor)}
                  >
                    Rename
                  </Button>
                  <Button
                    variant="subtle"
                    aria-label={`Remove ${factor.name}`}
                    onClick={() => setRemoved(factor)}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.factor}>
            <span className="muted">{countOf(data.body.recovery_codes_left, 'recovery code')} left</span>
            <Button variant="subtle" onClick={() => setIsRenewing(true)}>
              Renew recovery codes
            </Button>
          </p>
        </>
      )}
      <div className={styles.actions}>
        <Button onClick={() => setAdded('TOTP')}>Add an authenticator app</Button>
        {maySecurityKeysWork() && <Button onClick={() => setAdded('WEBAUTHN')}>Add a security key</Button>}
      </div>
      {!maySecurityKeysWork() && <KeysDoNotWork />}
      {added === 'TOTP' && <AddTotpDialog onClose={() => setAdded(undefined)} />}
      {added === 'WEBAUTHN' && <AddKeyDialog onClose={() => setAdded(undefined)} />}
      {isRenewing && <RenewCodesDialog onClose={() => setIsRenewing(false)} />}
      {renamed && <RenameFactorDialog factor={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemoveFactorDialog factor={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

function KeysDoNotWork() {
  const { hostname, protocol, port } = window.location;
  const isLoopback = hostname === '127.0.0.1' || hostname === '[::1]';
  const address = `${protocol}//localhost${port && `:${port}`}`;
  return (
    <p className="muted">
      Security keys can be added where this service has a host name and HTTPS
      {isLoopback && (
        <>
          , or at{' '}
          <a href={new URL('profile', document.baseURI).href.replace(window.location.origin, address)}>
            {address}
          </a>
        </>
      )}
      .
    </p>
  );
}
