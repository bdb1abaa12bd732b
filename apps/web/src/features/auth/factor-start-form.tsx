import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

export interface StepProps<Value> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (value: Value) => void;
}

interface FactorStartFormProps extends StepProps<{ name: string; password: string }> {
  /** A name as an example. */
  readonly example: string;
  /** What happens next. */
  readonly children?: ReactNode;
}

/** The first step of adding a second factor: its name, and the password as proof. */
export function FactorStartForm({ example, children, error, isPending, onSubmit }: FactorStartFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ name: name.trim(), password });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Name"
        description={`To tell your factors apart, such as “${example}”`}
        required
        withAsterisk={false}
        maxLength={255}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {children}
      {error && <Problem error={error} />}
      <Button type="submit" variant="filled" loading={isPending}>
        Next
      </Button>
    </form>
  );
}
