import { Button, TextInput } from '@mantine/core';
import type { RequiredSecondFactor } from '@tallyman/contract';
import { maySecurityKeysWork } from './security-key.ts';

interface SecondStepProps {
  readonly factor: RequiredSecondFactor;
  readonly code: string;
  readonly isPending: boolean;
  readonly onCode: (code: string) => void;
  readonly onUseKey: () => void;
  /** What follows, as on a button. */
  readonly action: string;
  /** A code was used already, and none is accepted twice. */
  readonly needsNewCode?: boolean;
}

/** Asks for the security key if it works here, and for a code otherwise or instead. */
export function SecondStep({
  factor,
  code,
  isPending,
  onCode,
  onUseKey,
  action,
  needsNewCode = false,
}: SecondStepProps) {
  const hasKey = factor.kinds.includes('WEBAUTHN');
  const hasApp = factor.kinds.includes('TOTP');
  const isKeyOffered = factor.options !== undefined && maySecurityKeysWork();
  return (
    <>
      {isKeyOffered && (
        <Button variant="filled" size="sm" fullWidth autoFocus loading={isPending} onClick={onUseKey}>
          Use your security key
        </Button>
      )}
      {hasKey && !isKeyOffered && (
        <p className="muted">
          Your security key does not work at this address, but only where you have added it.
        </p>
      )}
      <TextInput
        label={isKeyOffered ? 'Or a code' : 'Code'}
        description={
          (hasApp ? 'From your authenticator app, or a recovery code' : 'A recovery code') +
          (needsNewCode ? ', that you have not used yet' : '')
        }
        name="code"
        autoComplete="one-time-code"
        size="sm"
        required
        withAsterisk={false}
        autoFocus={!isKeyOffered}
        value={code}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant={isKeyOffered ? 'default' : 'filled'}
        size="sm"
        fullWidth
        loading={isPending}
      >
        {isKeyOffered ? `${action} with the code` : action}
      </Button>
    </>
  );
}
