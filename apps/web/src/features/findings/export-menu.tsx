import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { mayCall, useSession } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { showNotice } from '../../ui/notice-store.ts';
import { exportCsv, PROJECT_EXPORTS } from './export-findings.ts';
import type { FindingsSearch } from './findings-search.ts';

/** Saves what is shown as CSV and, for a project, as the documents that other tools read. */
export function ExportMenu({ search }: { readonly search: FindingsSearch }) {
  const session = useSession();
  const { project } = search;
  const run = useMutation({
    mutationFn: (save: () => Promise<unknown>) => save(),
    onError: (error) => showNotice({ text: `Not exported: ${error.message}`, tone: 'error' }),
  });
  const saveCsv = async () => {
    if (!(await exportCsv(search))) {
      showNotice({
        text: 'Only the first 100,000 findings were exported. Filter the list to export others.',
      });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          loading={run.isPending}
          rightSection={<Icon name="chevronDown" size={12} />}
          leftSection={<Icon name="download" size={14} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => run.mutate(saveCsv)}>CSV: what the list shows</Menu.Item>
        {project !== undefined &&
          PROJECT_EXPORTS.filter(({ operation }) => mayCall(session, operation)).map(({ label, save }) => (
            <Menu.Item key={label} onClick={() => run.mutate(() => save(project))}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
