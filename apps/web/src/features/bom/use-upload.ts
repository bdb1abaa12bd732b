import { type BomUpload, bomOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api-query.ts';
import { waitForWork } from '../../api/wait-for-work.ts';

export interface UploadTarget {
  readonly file: File;
  /** Of an existing project, or a name and version that may be new. */
  readonly project:
    | { readonly uuid: string }
    | { readonly name: string; readonly version: string; readonly isLatest: boolean };
}

/** Sends a document and follows it until its findings are there. */
export function useUpload() {
  const queries = useQueryClient();
  const [phase, setPhase] = useState('');
  const mutation = useMutation({
    mutationFn: async (target: UploadTarget): Promise<BomUpload> => {
      setPhase('Sending and checking the document…');
      const { body } = await call(bomOperations.uploadBom, { body: toForm(target), timeoutMs: null });
      setPhase('Reading components and looking for vulnerabilities…');
      await waitForWork(body.token);
      return (await call(bomOperations.getBomUpload, { params: { uuid: body.token } })).body;
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  });
  return { ...mutation, phase };
}

function toForm({ file, project }: UploadTarget): FormData {
  const form = new FormData();
  if ('uuid' in project) form.set('project', project.uuid);
  else {
    form.set('projectName', project.name);
    form.set('projectVersion', project.version);
    form.set('autoCreate', 'true');
    form.set('isLatest', String(project.isLatest));
  }
  form.set('bom', file);
  return form;
}
