import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import styles from './upload-zone.module.css';

interface UploadZoneProps {
  /** Without it the dialog asks for a name and a version. */
  readonly project?: { readonly uuid: string; readonly label: string };
  /** Gets the button by which a file is chosen without dragging. */
  readonly children: (upload: ReactNode) => ReactNode;
}

/** Takes a file that is dropped anywhere on its content, or chosen by the button. */
export function UploadZone({ project, children }: UploadZoneProps) {
  const [file, setFile] = useState<File>();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    setFile(event.dataTransfer.files[0]);
  };
  const button = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Bill of materials"
        onChange={(event) => {
          setFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        variant="filled"
        leftSection={<Icon name="upload" size={14} />}
        onClick={() => input.current?.click()}
      >
        Upload BOM
      </Button>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button, which keys can reach
    <div className={styles.zone} onDragOver={over} onDragLeave={() => setIsOver(false)} onDrop={drop}>
      {children(button)}
      {isOver && <div className={styles.over}>Drop the bill of materials to upload it</div>}
      {file && <UploadDialog file={file} project={project} onClose={() => setFile(undefined)} />}
    </div>
  );
}
