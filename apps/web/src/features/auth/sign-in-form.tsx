import { Button, PasswordInput, TextInput } from '@mantine/core';
import { ProblemError } from '@tallyman/client';
import type { RequiredSecondFactor } from '@tallyman/contract';
import { type FormEvent, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import { SecondStep } from './second-step.tsx';
import styles from './sign-in.module.css';
import {
  type Credentials,
  findRequiredFactor,
  isPasswordChangeForced,
  type SecondStepAnswer,
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
  const [factor, setFactor] = useState<RequiredSecondFactor>();
  const signIn = useSignIn();
  const send = (second: SecondStepAnswer) => {
    const credentials = { username: username.trim(), password };
    signIn.mutate(
      { ...credentials, ...second },
      {
        onError: (error) => {
          if (isPasswordChangeForced(error)) onPasswordChangeForced?.(credentials);
          // A challenge can be answered once. The next attempt begins with the password and gets another one.
          const isAnswered = second.challenge !== undefined && error instanceof ProblemError;
          setFactor((present) => findRequiredFactor(error) ?? (isAnswered ? undefined : present));
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(factor ? { code: code.trim() } : {});
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
        onChange={(event) => {
          setUsername(event.currentTarget.value);
          setFactor(undefined);
        }}
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
      {signIn.error && !findRequiredFactor(signIn.error) && <Problem error={signIn.error} />}
      {factor ? (
        <SecondStep
          factor={factor}
          code={code}
          isPending={signIn.isPending}
          onCode={setCode}
          onUseKey={() => send({ challenge: factor })}
          action="Sign in"
        />
      ) : (
        <Button type="submit" variant="filled" size="sm" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      )}
    </form>
  );
}
