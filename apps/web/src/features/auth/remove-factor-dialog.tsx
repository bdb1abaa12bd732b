import { Button, PasswordInput } from '@mantine/core';
import { type SecondFactor, secondFactorOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

interface RemoveFactorDialogProps {
  readonly factor: SecondFactor;
  readonly onClose: () => void;
}

/** Removes a second factor with the password as proof. */
export function RemoveFactorDialog({ factor, onClose }: RemoveFactorDialogProps) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const removal = useMutation({
    mutationFn: () =>
      call(secondFactorOperations.removeSecondFactor, { params: { uuid: factor.uuid }, body: { password } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [secondFactorOperations.listSecondFactors.id] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    removal.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Remove a second factor" size="md">
      <form className={styles.form} onSubmit={submit}>
        <p>
          <bdi>{factor.name}</bdi> will no longer work when you sign in. With the last factor the recovery
          codes go, too.
        </p>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {removal.error && <Problem error={removal.error} />}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={removal.isPending}>
            Remove
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
