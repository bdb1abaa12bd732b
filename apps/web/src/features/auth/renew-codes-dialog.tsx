import { Button, PasswordInput } from '@mantine/core';
import { secondFactorOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Replaces all recovery codes, with the password as proof. */
export function RenewCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const renewal = useMutation({
    mutationFn: async () =>
      (await call(secondFactorOperations.renewRecoveryCodes, { body: { password } })).body.recovery_codes,
    onSuccess: () => queries.invalidateQueries({ queryKey: [secondFactorOperations.listSecondFactors.id] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renewal.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Renew recovery codes" size="md">
      {renewal.data ? (
        <RecoveryCodes codes={renewal.data} onClose={onClose}>
          The codes you had before do not work any more.
        </RecoveryCodes>
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <p>You get new codes, and those you have now stop working.</p>
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {renewal.error && <Problem error={renewal.error} />}
          <div className={styles.actions}>
            <Button type="submit" variant="filled" loading={renewal.isPending}>
              Renew
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
