import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import styles from './sign-in.module.css';
import {
  type Credentials,
  isSecondFactorRequired,
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
  const [totp, setTotp] = useState<string>();
  const change = useChangeForcedPassword();
  const signIn = useSignIn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const passwords = { newPassword, confirmPassword };
      await change.mutateAsync({ ...credentials, ...passwords, ...(totp ? { totp: totp.trim() } : {}) });
      if (totp === undefined) {
        await signIn.mutateAsync({ username: credentials.username, password: newPassword });
      } else onChanged();
    } catch (error) {
      // Others are shown below: both keep their error.
      if (error instanceof Error && isSecondFactorRequired(error)) setTotp('');
    }
  };
  const error = change.error ?? signIn.error;
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
        {totp !== undefined && (
          <TextInput
            label="Code"
            description="One that you have not used yet: from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            size="sm"
            required
            withAsterisk={false}
            autoFocus
            value={totp}
            onChange={(event) => setTotp(event.currentTarget.value)}
          />
        )}
        {error && !isSecondFactorRequired(error) && <Problem error={error} />}
        <Button
          type="submit"
          variant="filled"
          size="sm"
          fullWidth
          loading={change.isPending || signIn.isPending}
        >
          {totp === undefined ? 'Change password and sign in' : 'Change password'}
        </Button>
      </form>
    </>
  );
}
