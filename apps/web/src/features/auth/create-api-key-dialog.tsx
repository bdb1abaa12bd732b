import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type TeamOfUser, teamOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

interface CreateApiKeyDialogProps {
  readonly teams: readonly TeamOfUser[];
  readonly onClose: () => void;
}

/** Creates a key and shows it, which the service can do only now. */
export function CreateApiKeyDialog({ teams, onClose }: CreateApiKeyDialogProps) {
  const queries = useQueryClient();
  const mayComment = useMayCall(teamOperations.commentApiKey);
  const [team, setTeam] = useState(teams[0]?.uuid ?? '');
  const [comment, setComment] = useState('');
  const describe = useMutation({
    mutationFn: (publicIdOrKey: string) =>
      call(teamOperations.commentApiKey, { params: { publicIdOrKey }, body: comment.trim() }),
  });
  const creation = useMutation({
    mutationFn: async () => (await call(teamOperations.createApiKey, { params: { uuid: team } })).body,
    onSuccess: async ({ publicId }) => {
      // The key is shown even if this fails.
      if (comment.trim() !== '') await describe.mutateAsync(publicId).catch(() => {});
      await queries.invalidateQueries({ queryKey: [teamOperations.getTeam.id] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  if (creation.data?.key !== undefined) {
    return (
      <Dialog onClose={onClose} title="Create an API key" size="md" closeOnClickOutside={false}>
        <div className={styles.form}>
          <p role="status">The key is created. Keep it in a safe place: it is not shown again.</p>
          <div className={styles.secret}>
            <Copyable text={creation.data.key} />
          </div>
          <p className="muted">
            Send it in the header <code>X-Api-Key</code>.
          </p>
          {describe.error && <Problem error={describe.error} />}
          <Button variant="filled" data-autofocus onClick={onClose}>
            I have kept it
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="Create an API key" size="md">
      <form className={styles.form} onSubmit={submit}>
        <NativeSelect
          label="Team"
          description="The key has the permissions of the team and sees its projects"
          data-autofocus
          value={team}
          data={teams.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          onChange={(event) => setTeam(event.currentTarget.value)}
        />
        {mayComment && (
          <TextInput
            label="Comment"
            description="What uses it"
            maxLength={255}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
        )}
        {creation.error && <Problem error={creation.error} />}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={creation.isPending}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
