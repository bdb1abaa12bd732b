import { Button, Loader } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SaveReceipt } from './save-receipt.tsx';
import { useVexImport, useVexPreview } from './use-vex-import.ts';
import styles from './vex-import-dialog.module.css';
import { VexReceiptView } from './vex-receipt-view.tsx';

interface VexImportDialogProps {
  readonly project: string;
  readonly onClose: () => void;
}

/** Takes a document, shows what it would change, and imports it when the user agrees. */
export function VexImportDialog({ project, onClose }: VexImportDialogProps) {
  const [file, setFile] = useState<File>();
  const preview = useVexPreview();
  const upload = useVexImport();
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    upload.reset();
    preview.mutate({ project, file: chosen });
  };
  const receipt = upload.data ?? preview.data;
  const error = upload.error ?? preview.error;
  const isWorking = preview.isPending || upload.isPending;
  return (
    <Dialog onClose={onClose} size={820} title={upload.data ? 'VEX imported' : 'Import VEX'}>
      <div className={styles.dialog}>
        {!upload.data && <FileDrop file={file} onChoose={choose} />}
        {error && <Problem error={error} />}
        {isWorking && (
          <p className={styles.working} role="status">
            <Loader size={14} />
            {upload.isPending ? 'Applying the decisions…' : 'Checking what it would change…'}
          </p>
        )}
        {receipt && !isWorking && <VexReceiptView receipt={receipt} />}
        <div className={styles.actions}>
          {preview.data && !upload.data && (
            <Button
              variant="filled"
              loading={upload.isPending}
              disabled={preview.data.totals.applied === 0}
              onClick={() => file && upload.mutate({ project, file })}
            >
              Import
            </Button>
          )}
          {upload.data && <SaveReceipt receipt={upload.data} />}
          <Button onClick={onClose}>{upload.data ? 'Close' : 'Cancel'}</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface FileDropProps {
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
}

function FileDrop({ file, onChoose }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button, which keys can reach
    <div
      className={styles.drop}
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label="VEX document"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        data-autofocus
        leftSection={<Icon name="upload" size={14} />}
        onClick={() => input.current?.click()}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <span className="muted">
        {file ? (
          <bdi>{file.name}</bdi>
        ) : (
          'or drop a CycloneDX VEX document here. Nothing is applied before you agree.'
        )}
      </span>
    </div>
  );
}
