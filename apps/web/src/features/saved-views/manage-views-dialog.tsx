import { Button, TextInput } from '@mantine/core';
import type { SavedView } from '@tallyman/contract';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { MAX_NAME_CHARS } from './save-view-dialog.tsx';
import styles from './saved-views.module.css';
import { useChangeView } from './use-saved-views.ts';

interface ManageViewsDialogProps {
  /** Those that the user may change or delete. */
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Renames, shares and deletes views. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  return (
    <Dialog onClose={onClose} title="Manage views" size="lg">
      {views.length === 0 && <p className="muted">There are no views that you may change.</p>}
      <ul className={styles.views}>
        {views.map((view) => (
          <ManagedView key={view.uuid} view={view} />
        ))}
      </ul>
    </Dialog>
  );
}

function ManagedView({ view }: { readonly view: SavedView }) {
  const [task, setTask] = useState<'rename' | 'delete'>();
  const change = useChangeView(() => setTask(undefined));
  const { uuid, name } = view;
  return (
    <li className={styles.view}>
      {task === 'rename' ? (
        <RenameForm
          name={name}
          isPending={change.isPending}
          onRename={(renamed) => change.mutate({ uuid, update: { name: renamed } })}
          onCancel={() => setTask(undefined)}
        />
      ) : (
        <>
          <div className={styles.about}>
            <bdi>{name}</bdi>
            <span>{describeSharing(view)}</span>
          </div>
          {task === 'delete' ? (
            <div className={styles.actions}>
              <Button
                variant="filled"
                loading={change.isPending}
                autoFocus
                onClick={() => change.mutate({ uuid, isDeleted: true })}
              >
                Delete for good
              </Button>
              <Button onClick={() => setTask(undefined)}>Keep</Button>
            </div>
          ) : (
            <ViewActions
              view={view}
              onTask={setTask}
              onShare={(shared) => change.mutate({ uuid, update: { shared } })}
            />
          )}
        </>
      )}
      {change.error && <Problem error={change.error} />}
    </li>
  );
}

interface ViewActionsProps {
  readonly view: SavedView;
  readonly onTask: (task: 'rename' | 'delete') => void;
  readonly onShare: (shared: boolean) => void;
}

function ViewActions({ view, onTask, onShare }: ViewActionsProps) {
  const { name, shared } = view;
  const isOwnerless = view.owner === undefined;
  return (
    <div className={styles.actions}>
      {view.may_update && (
        <Button aria-label={`Rename ${name}`} onClick={() => onTask('rename')}>
          Rename
        </Button>
      )}
      {view.may_update && !isOwnerless && (
        <Button
          aria-label={shared ? `Make ${name} private` : `Share ${name}`}
          onClick={() => onShare(!shared)}
        >
          {shared ? 'Make private' : 'Share'}
        </Button>
      )}
      {view.may_delete && (
        <Button aria-label={`Delete ${name}`} onClick={() => onTask('delete')}>
          Delete
        </Button>
      )}
    </div>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly isPending: boolean;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

function RenameForm({ name, isPending, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRename(typed);
  };
  return (
    <form className={styles.view} onSubmit={submit}>
      <TextInput
        className={styles.wide}
        aria-label={`New name of ${name}`}
        required
        maxLength={MAX_NAME_CHARS}
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={isPending} disabled={typed.trim() === ''}>
        Save
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}

function describeSharing({ shared, own, owner }: SavedView): string {
  if (!shared) return 'Private';
  if (own) return 'Shared by you';
  return owner === undefined ? 'Shared by a deleted user' : `Shared by ${owner}`;
}
