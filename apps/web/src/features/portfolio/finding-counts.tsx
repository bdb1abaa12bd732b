import {
  ANALYSIS_STATES,
  type AnalysisState,
  SEVERITIES,
  type Severity as SeverityName,
} from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Card, Columns } from '../../ui/card.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { countsOf, facetsQuery } from '../findings/facets-query.ts';
import { FindingState } from '../findings/finding-state.tsx';
import { type CountedList, FindingBars } from './finding-bars.tsx';

export const BY_SEVERITY: readonly CountedList<SeverityName>[] = SEVERITIES.map((severity) => ({
  value: severity,
  label: <Severity severity={severity} isFilled={false} />,
  tone: severity,
  search: { sev: [severity] },
}));

const BY_STATE: readonly CountedList<AnalysisState>[] = ANALYSIS_STATES.toReversed().map((state) => ({
  value: state,
  label: <FindingState state={state} />,
  search: { state: [state], suppressed: true },
}));

/** The findings of a project by severity and by decision. Every number leads to the list behind it. */
export function FindingCounts({ project }: { readonly project: string }) {
  const unsuppressed = useQuery(facetsQuery({ project }));
  const all = useQuery(facetsQuery({ project, suppressed: true }));
  const error = unsuppressed.error ?? all.error;
  if (error) return <Problem error={error} />;
  const [bySeverity, byState] = [unsuppressed.data?.body, all.data?.body];
  return (
    <Columns>
      <Card title="Findings by severity" facts={describeTotal(bySeverity?.total, 'excluding suppressed')}>
        <FindingBars project={project} lists={BY_SEVERITY} countOf={countsOf(bySeverity?.severity)} />
      </Card>
      <Card title="Findings by decision" facts={describeTotal(byState?.total, 'including suppressed')}>
        <FindingBars project={project} lists={BY_STATE} countOf={countsOf(byState?.state)} />
      </Card>
    </Columns>
  );
}

/** “1 finding, excluding suppressed”. */
export function describeTotal(total: number | undefined, which: string): string {
  return total === undefined ? '' : `${countOf(total, 'finding')}, ${which}`;
}
