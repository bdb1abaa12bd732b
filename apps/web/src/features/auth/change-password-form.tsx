import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import styles from './sign-in.module.css';
import { type Credentials, useChangeForcedPassword, useSignIn } from './use-sign-in.ts';

/** Before the first sign-in: the password that others know is replaced, then the session opens. */
export function ChangePasswordForm({ credentials }: { readonly credentials: Credentials }) {
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const change = useChangeForcedPassword();
  const signIn = useSignIn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await change.mutateAsync({ ...credentials, newPassword, confirmPassword });
      await signIn.mutateAsync({ username: credentials.username, password: newPassword });
    } catch {
      // Shown below: both keep their error.
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
        {error && <Problem error={error} />}
        <Button
          type="submit"
          variant="filled"
          size="sm"
          fullWidth
          loading={change.isPending || signIn.isPending}
        >
          Change password and sign in
        </Button>
      </form>
    </>
  );
}
