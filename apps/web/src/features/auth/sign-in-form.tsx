import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import styles from './sign-in.module.css';
import {
  type Credentials,
  isPasswordChangeForced,
  isSecondFactorRequired,
  useSignIn,
} from './use-sign-in.ts';

interface SignInFormProps {
  /** Given when the session of this user ended: only the password is asked for. */
  readonly username?: string;
  readonly onPasswordChangeForced?: (credentials: Credentials) => void;
}

export function SignInForm({ username: known, onPasswordChangeForced }: SignInFormProps) {
  const [username, setUsername] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const credentials = { username: username.trim(), password, ...(needsCode ? { code: code.trim() } : {}) };
    signIn.mutate(credentials, {
      onError: (error) => {
        if (isPasswordChangeForced(error)) onPasswordChangeForced?.(credentials);
        if (isSecondFactorRequired(error)) setNeedsCode(true);
      },
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="User name"
        name="username"
        autoComplete="username"
        size="sm"
        required
        withAsterisk={false}
        autoFocus={known === undefined}
        readOnly={known !== undefined}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus={known !== undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode && (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          size="sm"
          required
          withAsterisk={false}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {signIn.error && !isSecondFactorRequired(signIn.error) && <Problem error={signIn.error} />}
      <Button type="submit" variant="filled" size="sm" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
