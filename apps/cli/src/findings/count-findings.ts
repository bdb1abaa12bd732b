import type { Client } from '@tallyman/client';
import type { Severity } from '@tallyman/contract';
import { SEVERITIES, type SeverityCounts } from '../severities.ts';

/** Counts the findings of a project by severity, without suppressed ones. */
export async function countFindings(client: Client, project: string): Promise<SeverityCounts> {
  const { findingOperations } = await import('@tallyman/contract');
  const counted = await Promise.all(
    SEVERITIES.map(async (severity) => {
      const query = { project, severity, offset: 0, limit: 1 };
      const { total = 0 } = await client.call(findingOperations.listFindings, { query });
      return [severity.toLowerCase(), total] as const;
    }),
  );
  const total = counted.reduce((sum, [, count]) => sum + count, 0);
  return { ...(Object.fromEntries(counted) as Record<Lowercase<Severity>, number>), total };
}
