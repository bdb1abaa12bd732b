import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type ManagedUser, userOperations } from '@tallyman/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { apiQuery, call } from '../../api/api-query.ts';
import { sessionQuery } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { showNotice } from '../../ui/notice-store.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

/** Name, address and password. Users of a directory or an identity provider change theirs there. */
export function AccountForm() {
  const { data, error } = useQuery(apiQuery(userOperations.getSelf, {}));
  if (error) return <Problem error={error} />;
  if (!data || !('forcePasswordChange' in data.body)) return null;
  return <ManagedAccountForm user={data.body} />;
}

function ManagedAccountForm({ user }: { readonly user: ManagedUser }) {
  const queries = useQueryClient();
  const [fullname, setFullname] = useState(user.fullname ?? '');
  const [email, setEmail] = useState(user.email ?? '');
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const change = useMutation({
    mutationFn: () => {
      const passwords = newPassword === '' ? {} : { password, newPassword, confirmPassword };
      return call(userOperations.updateSelf, { body: { fullname, email, ...passwords } });
    },
    onSuccess: () => {
      showNotice({ text: 'Your account was changed.' });
      // A new password ends every session, so that the page asks to sign in again.
      return queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card title="Account">
      <form className={`${styles.form} ${styles.narrow}`} onSubmit={submit}>
        <TextInput
          label="Full name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={255}
          value={fullname}
          onChange={(event) => setFullname(event.currentTarget.value)}
        />
        <TextInput
          label="Email address"
          autoComplete="email"
          required
          withAsterisk={false}
          maxLength={255}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="New password"
          description="Leave it empty to keep the present one. A new one ends all your sessions, this one too."
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        {newPassword !== '' && (
          <>
            <PasswordInput
              label="The same again"
              autoComplete="new-password"
              required
              withAsterisk={false}
              value={confirmPassword}
              onChange={(event) => setConfirmPassword(event.currentTarget.value)}
            />
            <PasswordInput
              label="Present password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        )}
        {change.error && <Problem error={change.error} />}
        <div>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
