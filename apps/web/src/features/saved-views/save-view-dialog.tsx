import { Button, Switch, TextInput } from '@mantine/core';
import type { SavedView } from '@tallyman/contract';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { showNotice } from '../../ui/notice-store.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './saved-views.module.css';
import { useChangeView } from './use-saved-views.ts';

export const MAX_NAME_CHARS = 100;

interface SaveViewDialogProps {
  readonly query: string;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
}

/** Saves the filters and the order of the list under a name. */
export function SaveViewDialog({ query, onSaved, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useChangeView((view) => {
    if (!view) return;
    showNotice({ text: `View “${view.name}” saved.` });
    onSaved(view);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ create: { name, page: 'findings', query, shared } });
  };
  return (
    <Dialog onClose={onClose} title="Save the view" size="md">
      <form className={styles.form} onSubmit={submit}>
        <p className="muted">Keeps the filters and the order of the list.</p>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={MAX_NAME_CHARS}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          label="Share with everybody who may see findings"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.error && <Problem error={save.error} />}
        <div className={styles.actions}>
          <Button type="submit" variant="filled" loading={save.isPending} disabled={name.trim() === ''}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
