import { Button } from '@mantine/core';
import { vexOperations } from '@tallyman/contract';
import { lazy, Suspense, useState } from 'react';
import { useMayCall } from '../../api/session.ts';

const VexImportDialog = lazy(async () => ({
  default: (await import('./vex-import-dialog.tsx')).VexImportDialog,
}));

/** Shown to those who may decide on findings. */
export function VexImportButton({ project }: { readonly project: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayImport = useMayCall(vexOperations.importVex);
  if (!mayImport) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Import VEX</Button>
      {isOpen && (
        <Suspense>
          <VexImportDialog project={project} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
