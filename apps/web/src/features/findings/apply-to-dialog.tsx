import { NativeSelect, Switch } from '@mantine/core';
import { analysisOperations, type BulkAnalysisRequest, type Finding } from '@tallyman/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkComment } from './bulk-comment.tsx';
import styles from './bulk-dialog.module.css';
import { BulkPreview, DecidedSample } from './bulk-preview.tsx';
import { BulkProgressBar } from './bulk-progress.tsx';
import { type Decision, describeDecision } from './decision.ts';
import { APPLY_SCOPES, type ApplyScope, toApplyFilter } from './to-apply-filter.ts';
import { useBulkRun } from './use-bulk-run.ts';
import { toBody } from './use-decide.ts';

interface ApplyToDialogProps {
  readonly finding: Finding;
  readonly decision: Decision;
  readonly comment: string;
  readonly scope: ApplyScope;
  readonly onApplied: () => void;
  readonly onClose: () => void;
}

/** Applies a decision to the same component and vulnerability elsewhere, after a preview. A comment is required. */
export function ApplyToDialog({ finding, decision, onApplied, onClose, ...given }: ApplyToDialogProps) {
  const [scope, setScope] = useState(given.scope);
  const [withOtherVersions, setOtherVersions] = useState(false);
  const [comment, setComment] = useState(given.comment);
  const [complaint, setComplaint] = useState<string>();
  const run = useBulkRun(onApplied);
  const filter = toApplyFilter(finding, scope, withOtherVersions);
  const request = { filter, ...toBody(decision, comment.trim()) };
  const preview = usePreview(request, !run.isRunning && run.progress.done === 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() === '') setComplaint('Write a comment.');
    else void run.start(request, finding.vulnerability.vulnId);
  };
  const matched = preview.data?.matched;
  const isStarted = run.isRunning || run.progress.done > 0 || run.error !== undefined;
  return (
    <Dialog
      onClose={onClose}
      title="Apply the decision to more findings"
      size="lg"
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <Explanation finding={finding} decision={decision} withOtherVersions={withOtherVersions} />
        <fieldset className={styles.fields} disabled={isStarted}>
          <legend className="visually-hidden">Where</legend>
          <NativeSelect
            label="Apply to"
            data={toScopes(finding)}
            value={scope}
            onChange={({ currentTarget: { value } }) =>
              setScope(APPLY_SCOPES.find((one) => one === value) ?? 'project')
            }
          />
          <Switch
            label="Also where the component has another version"
            checked={withOtherVersions}
            onChange={({ currentTarget: { checked } }) => setOtherVersions(checked)}
          />
          <BulkComment
            comment={comment}
            complaint={complaint}
            onChange={(value) => {
              setComment(value);
              setComplaint(undefined);
            }}
          />
        </fieldset>
        {isStarted ? (
          <BulkProgressBar run={run} total={Math.max(matched ?? 0, run.progress.done)} onClose={onClose} />
        ) : (
          <BulkPreview result={preview.data} error={preview.error}>
            {preview.data && <DecidedSample result={preview.data} />}
          </BulkPreview>
        )}
        {!isStarted && <BulkActions matched={matched} isReady={!preview.isFetching} onClose={onClose} />}
      </form>
    </Dialog>
  );
}

interface ExplanationProps extends Pick<ApplyToDialogProps, 'finding' | 'decision'> {
  readonly withOtherVersions: boolean;
}

function Explanation({ finding, decision, withOtherVersions }: ExplanationProps) {
  const { component, vulnerability } = finding;
  return (
    <p className="muted">
      {describeDecision(decision)} It applies to <bdi>{vulnerability.vulnId}</bdi> in{' '}
      <bdi>{component.name}</bdi>
      {withOtherVersions ? ' of any version' : <bdi> {component.version}</bdi>}, under every id of the
      vulnerability. Projects that you may not see are left out.
    </p>
  );
}

function toScopes({ component }: Finding): { value: ApplyScope; label: string }[] {
  return [
    { value: 'project', label: `All versions of ${component.projectName}` },
    { value: 'everywhere', label: 'All projects with this component' },
  ];
}

/** What the decision would change, and where. */
function usePreview({ comment: _comment, ...request }: BulkAnalysisRequest, isEnabled: boolean) {
  return useQuery({
    queryKey: ['previewApply', request],
    queryFn: async ({ signal }) => {
      const body = { ...request, comment: 'Preview', dryRun: true };
      return (await call(analysisOperations.recordAnalyses, { query: {}, body, signal })).body;
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
}
