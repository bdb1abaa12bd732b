import { NativeSelect } from '@mantine/core';
import { ANALYSIS_STATES, type AnalysisJustification, type AnalysisState } from '@tallyman/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { BulkComment } from './bulk-comment.tsx';
import { previewBulk, toRequest } from './bulk-decision.ts';
import styles from './bulk-dialog.module.css';
import { BulkPreview } from './bulk-preview.tsx';
import { BulkProgressBar } from './bulk-progress.tsx';
import { changeTo, type Decision } from './decision.ts';
import { JUSTIFICATION_WORDS, STATE_WORDS } from './decision-words.ts';
import { expiryChoices, toExpiry } from './expiry-choices.ts';
import type { FindingsScope } from './findings-query.ts';
import type { FindingsSearch } from './findings-search.ts';
import { useBulkRun } from './use-bulk-run.ts';

/** What is to be decided on which findings. */
export interface BulkOrder {
  /** What the findings have in common. */
  readonly subject: string;
  readonly scope: FindingsScope;
  readonly change: Partial<Decision>;
}

interface BulkDialogProps {
  readonly search: FindingsSearch;
  readonly order: BulkOrder;
  readonly onClose: () => void;
}

const STATES = [
  { value: '', label: 'As it is' },
  ...ANALYSIS_STATES.toReversed().map((value) => ({ value, label: STATE_WORDS[value] })),
];
const JUSTIFICATIONS = [
  { value: 'NOT_SET', label: 'Choose a reason' },
  ...Object.entries(JUSTIFICATION_WORDS).map(([value, label]) => ({ value, label })),
];
const SUPPRESSIONS = [
  { value: '', label: 'As it is' },
  { value: 'true', label: 'Suppress' },
  { value: 'false', label: 'Do not suppress' },
];

/** Decides on all findings of a filter or a group, after a preview. A comment is required. */
export function BulkDialog({ search, order, onClose }: BulkDialogProps) {
  const [change, setChange] = useState(order.change);
  const [days, setDays] = useState('');
  const [comment, setComment] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const run = useBulkRun(onClose);
  const decision = { search, scope: order.scope, change, comment: comment.trim() };
  const preview = useQuery({
    queryKey: [
      'previewBulk',
      search,
      order.scope,
      change.state,
      change.justification,
      change.isSuppressed,
      days,
    ],
    queryFn: ({ signal }) => previewBulk({ ...decision, comment: 'Preview' }, signal),
    placeholderData: keepPreviousData,
    enabled: !run.isRunning && run.progress.done === 0,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const edit = (edited: Partial<Decision>) => {
    setChange({ ...change, ...edited });
    setComplaint(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingOf(change, decision.comment);
    setComplaint(missing);
    if (missing === undefined) void run.start(toRequest(decision), wordsOf(change));
  };
  const matched = preview.data?.matched;
  const isStarted = run.isRunning || run.progress.done > 0;
  return (
    <Dialog
      onClose={onClose}
      title={`Decide on ${order.subject}`}
      size="md"
      withCloseButton={!run.isRunning}
      closeOnEscape={!run.isRunning}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <fieldset className={styles.fields} disabled={isStarted}>
          <legend className="visually-hidden">Decision</legend>
          <div className={styles.pair}>
            <NativeSelect
              label="Analysis"
              data={STATES}
              value={change.state ?? ''}
              onChange={({ currentTarget: { value } }) => edit(toStateChange(value, change))}
            />
            <NativeSelect
              label="Suppression"
              data={SUPPRESSIONS}
              value={change.isSuppressed === undefined ? '' : String(change.isSuppressed)}
              onChange={({ currentTarget: { value } }) =>
                edit({ isSuppressed: value === '' ? undefined : value === 'true' })
              }
            />
          </div>
          {change.state === 'NOT_AFFECTED' && (
            <NativeSelect
              label="Justification"
              data={JUSTIFICATIONS}
              value={change.justification ?? 'NOT_SET'}
              onChange={({ currentTarget: { value } }) =>
                edit({ justification: value as AnalysisJustification })
              }
            />
          )}
          <NativeSelect
            label="Review again"
            data={expiryChoices()}
            value={days}
            onChange={({ currentTarget: { value } }) => {
              setDays(value);
              edit({ expiresAt: toExpiry(value) });
            }}
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
          <BulkPreview result={preview.data} error={preview.error} />
        )}
        {!isStarted && <BulkActions matched={matched} isReady={!preview.isFetching} onClose={onClose} />}
      </form>
    </Dialog>
  );
}

/** A new state brings its suppression along. */
function toStateChange(value: string, change: Partial<Decision>): Partial<Decision> {
  if (value === '') return { state: undefined, justification: undefined };
  return changeTo(value as AnalysisState, change.justification);
}

function missingOf({ state, justification, isSuppressed, expiresAt }: Partial<Decision>, comment: string) {
  if (state === 'NOT_AFFECTED' && (justification ?? 'NOT_SET') === 'NOT_SET')
    return 'Choose a justification: others rely on it when they read your VEX.';
  if (comment === '') return 'Write a comment.';
  const decidesNothing = state === undefined && isSuppressed === undefined && expiresAt === undefined;
  return decidesNothing ? 'Choose what to change.' : undefined;
}

function wordsOf({ state, isSuppressed }: Partial<Decision>): string {
  const words = [
    ...(state ? [STATE_WORDS[state].toLowerCase()] : []),
    ...(isSuppressed ? ['suppressed'] : []),
  ];
  return words.join(', ') || 'changed';
}
