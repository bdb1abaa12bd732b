import { Button, Loader, Switch, TextInput } from '@mantine/core';
import type { BomUpload } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { findDocumentSubject } from './document-subject.ts';
import styles from './upload-zone.module.css';
import { useUpload } from './use-upload.ts';

interface UploadDialogProps {
  readonly file: File;
  readonly project: { readonly uuid: string; readonly label: string } | undefined;
  readonly onClose: () => void;
}

/** Larger documents are sent without being read first: the name is then asked for. */
const MAX_READ_BYTES = 20_000_000;

/** Asks for the project, sends the document, and says what became of it. */
export function UploadDialog({ file, project, onClose }: UploadDialogProps) {
  const [name, setName] = useState('');
  const [version, setVersion] = useState('');
  const [isLatest, setIsLatest] = useState(true);
  const upload = useUpload();
  useEffect(() => {
    if (project || file.size > MAX_READ_BYTES) return;
    void file.text().then((text) => {
      const subject = findDocumentSubject(text);
      setName((typed) => typed || (subject?.name ?? ''));
      setVersion((typed) => typed || (subject?.version ?? ''));
    });
  }, [file, project]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    upload.mutate({ file, project: project ?? { name: name.trim(), version: version.trim(), isLatest } });
  };
  return (
    <Dialog onClose={onClose} title={upload.data ? 'Uploaded' : 'Upload a bill of materials'}>
      {upload.data ? (
        <Outcome upload={upload.data} onClose={onClose} />
      ) : (
        <form className={styles.form} onSubmit={submit}>
          <p className="muted">
            <bdi>{file.name}</bdi>
            {project && (
              <>
                {' '}
                for <bdi>{project.label}</bdi>
              </>
            )}
          </p>
          {!project && (
            <>
              <TextInput
                label="Project"
                required
                withAsterisk={false}
                maxLength={255}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <TextInput
                label="Version"
                maxLength={255}
                value={version}
                onChange={(event) => setVersion(event.currentTarget.value)}
              />
              <Switch
                label="This is the latest version"
                checked={isLatest}
                onChange={(event) => setIsLatest(event.currentTarget.checked)}
              />
            </>
          )}
          {upload.error && <Problem error={upload.error} />}
          {upload.isPending ? (
            <p className={styles.phase} role="status">
              <Loader size={14} /> {upload.phase}
            </p>
          ) : (
            <div className={styles.actions}>
              <Button type="submit" variant="filled" data-autofocus>
                {upload.error ? 'Try again' : 'Upload'}
              </Button>
              <Button onClick={onClose}>Cancel</Button>
            </div>
          )}
        </form>
      )}
    </Dialog>
  );
}

function Outcome({ upload, onClose }: { readonly upload: BomUpload; readonly onClose: () => void }) {
  return (
    <div className={styles.form}>
      <p role="status">{describeUpload(upload)}</p>
      <div className={styles.actions}>
        <Link to="/findings" search={{ project: upload.projectUuid }} onClick={onClose}>
          Show its findings
        </Link>
        <Link to="/projects/$uuid" params={{ uuid: upload.projectUuid }} onClick={onClose}>
          Open the project
        </Link>
      </div>
    </div>
  );
}

function describeUpload({
  state,
  failure,
  components = 0,
  componentsAdded = 0,
  componentsRemoved = 0,
}: BomUpload): string {
  if (state === 'FAILED') return `The document could not be processed: ${failure ?? 'no reason is known'}`;
  if (state === 'UNCHANGED') return 'The same document as before: nothing had to be done.';
  return `${countOf(components, 'component')}, ${componentsAdded} new and ${componentsRemoved} gone since the last upload. Findings are up to date.`;
}
