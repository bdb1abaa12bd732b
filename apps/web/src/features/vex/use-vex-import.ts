import { type VexReceipt, vexOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { waitForWork } from '../../api/wait-for-work.ts';

interface VexUpload {
  readonly project: string;
  readonly file: File;
}

/** Says what an import would do, without doing it. */
export function useVexPreview() {
  return useMutation({
    mutationFn: async ({ project, file }: VexUpload): Promise<VexReceipt> => {
      const input = { query: { dryRun: true }, body: toForm(project, file), timeoutMs: null };
      const { body } = await call(vexOperations.importVex, input);
      if (!('entries' in body)) throw new Error('The service did not return a preview.');
      return body;
    },
  });
}

/** Imports a document and returns the receipt when the decisions are applied. */
export function useVexImport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ project, file }: VexUpload): Promise<VexReceipt> => {
      const input = { body: toForm(project, file), timeoutMs: null };
      const { body } = await call(vexOperations.importVex, input);
      if (body.token === undefined) throw new Error('The service did not accept the import.');
      await waitForWork(body.token);
      return (await call(vexOperations.getVexReceipt, { params: { uuid: body.token } })).body;
    },
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  });
}

function toForm(project: string, file: File): FormData {
  const form = new FormData();
  form.set('project', project);
  form.set('vex', file);
  return form;
}
