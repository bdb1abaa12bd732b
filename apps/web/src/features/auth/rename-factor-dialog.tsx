import { Button, TextInput } from '@mantine/core';
import { type SecondFactor, secondFactorOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

interface RenameFactorDialogProps {
  readonly factor: SecondFactor;
  readonly onClose: () => void;
}

export function RenameFactorDialog({ factor, onClose }: RenameFactorDialogProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(factor.name);
  const renaming = useMutation({
    mutationFn: () =>
      call(secondFactorOperations.renameSecondFactor, {
        params: { uuid: factor.uuid },
        body: { name: name.trim() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [secondFactorOperations.listSecondFactors.id] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Rename a second factor" size="md">
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={255}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {renaming.error && <Problem error={renaming.error} />}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={renaming.isPending}>
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
