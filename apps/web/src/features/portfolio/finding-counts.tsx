import { ANALYSIS_STATES, SEVERITIES } from '@tallyman/contract';
import { Card, Columns } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { type FindingCount, formatFindingCount } from '../findings/count-findings.ts';
import { FindingState } from '../findings/finding-state.tsx';
import { type CountedList, FindingBars, useFindingCounts } from './finding-bars.tsx';

export const BY_SEVERITY: readonly CountedList[] = SEVERITIES.map((severity) => ({
  key: severity,
  label: <Severity severity={severity} isFilled={false} />,
  tone: severity,
  search: { sev: [severity] },
}));

const BY_STATE: readonly CountedList[] = ANALYSIS_STATES.toReversed().map((state) => ({
  key: state,
  label: <FindingState state={state} />,
  search: { state: [state], suppressed: true },
}));

/** The findings of a project by severity and by decision. Every number leads to the list behind it. */
export function FindingCounts({ project }: { readonly project: string }) {
  const bySeverity = useFindingCounts(BY_SEVERITY, project);
  const byState = useFindingCounts(BY_STATE, project);
  const error = bySeverity.error ?? byState.error;
  if (error) return <Problem error={error} />;
  return (
    <Columns>
      <Card title="Findings by severity" facts={describeTotal(bySeverity.total, 'excluding suppressed')}>
        <FindingBars project={project} lists={BY_SEVERITY} counts={bySeverity.counts} />
      </Card>
      <Card title="Findings by decision" facts={describeTotal(byState.total, 'including suppressed')}>
        <FindingBars project={project} lists={BY_STATE} counts={byState.counts} />
      </Card>
    </Columns>
  );
}

/** “1 finding, excluding suppressed”. */
export function describeTotal(total: FindingCount | undefined, which: string): string {
  if (!total) return '';
  const noun = total.count === 1 && total.isExact ? 'finding' : 'findings';
  return `${formatFindingCount(total)} ${noun}, ${which}`;
}
