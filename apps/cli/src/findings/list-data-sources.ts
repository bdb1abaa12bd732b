import type { Client } from '@tallyman/client';
import type { CheckedDataSource } from '@tallyman/contract';

/** Lists the age of the vulnerability data that findings are based on. */
export async function listDataSources(client: Client): Promise<CheckedDataSource[]> {
  const { vulnDataSourceOperations } = await import('@tallyman/contract');
  const { body } = await client.call(vulnDataSourceOperations.listVulnDataSources);
  return body.items.map(({ name, display_name: displayName, enabled, state, last_success: lastSuccess }) => ({
    name,
    displayName,
    enabled,
    state,
    ...(lastSuccess === undefined ? {} : { lastSuccess }),
  }));
}
