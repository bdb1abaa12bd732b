import { Button } from '@mantine/core';
import { type ApiKey, teamOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './profile-page.module.css';

interface DeleteApiKeyDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function DeleteApiKeyDialog({ apiKey, onClose }: DeleteApiKeyDialogProps) {
  const { publicId, comment } = apiKey;
  const queries = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => call(teamOperations.deleteApiKey, { params: { publicIdOrKey: publicId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [teamOperations.getTeam.id] });
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title="Delete an API key" size="md">
      <div className={styles.form}>
        <p>
          {comment !== undefined && <bdi>{comment} </bdi>}
          <code>{publicId}</code> stops working at once, for everybody who uses it.
        </p>
        {deletion.error && <Problem error={deletion.error} />}
        <div className={styles.actions}>
          <Button
            variant="filled"
            data-autofocus
            loading={deletion.isPending}
            onClick={() => deletion.mutate()}
          >
            Delete
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}
