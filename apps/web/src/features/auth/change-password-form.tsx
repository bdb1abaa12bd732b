import { Button, PasswordInput } from '@mantine/core';
import { ProblemError } from '@tallyman/client';
import type { RequiredSecondFactor } from '@tallyman/contract';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import { SecondStep } from './second-step.tsx';
import styles from './sign-in.module.css';
import {
  type Credentials,
  findRequiredFactor,
  type SecondStepAnswer,
  useChangeForcedPassword,
  useSignIn,
} from './use-sign-in.ts';

interface ChangePasswordFormProps {
  readonly credentials: Credentials;
  /** The password is changed, and the sign-in needs a second factor again. */
  readonly onChanged: () => void;
}

/** Before the first sign-in: the password that others know is replaced, then the session opens. */
export function ChangePasswordForm({ credentials, onChanged }: ChangePasswordFormProps) {
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [code, setCode] = useState('');
  const [factor, setFactor] = useState<RequiredSecondFactor>();
  const change = useChangeForcedPassword();
  const signIn = useSignIn();
  const send = async (second: SecondStepAnswer) => {
    try {
      await change.mutateAsync({ ...credentials, newPassword, confirmPassword, ...second });
      if (factor) onChanged();
      else await signIn.mutateAsync({ username: credentials.username, password: newPassword });
    } catch (error) {
      // Others are shown below: both keep their error.
      const isAnswered = second.challenge !== undefined && error instanceof ProblemError;
      const required = error instanceof Error ? findRequiredFactor(error) : undefined;
      // A challenge can be answered once.
      setFactor((present) => required ?? (isAnswered ? undefined : present));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(factor ? { code: code.trim() } : {});
  };
  const error = change.error ?? signIn.error;
  const isPending = change.isPending || signIn.isPending;
  return (
    <>
      <h1>Choose a new password</h1>
      <p className="muted">
        {credentials.username} signs in for the first time, or was asked to change the password.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label="The same again"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={confirmPassword}
          onChange={(event) => setConfirmPassword(event.currentTarget.value)}
        />
        {error && !findRequiredFactor(error) && <Problem error={error} />}
        {factor ? (
          <SecondStep
            factor={factor}
            code={code}
            isPending={isPending}
            onCode={setCode}
            onUseKey={() => void send({ challenge: factor })}
            action="Change password"
            needsNewCode
          />
        ) : (
          <Button type="submit" variant="filled" size="sm" fullWidth loading={isPending}>
            Change password and sign in
          </Button>
        )}
      </form>
    </>
  );
}
