import { Button, NativeSelect, Switch, Textarea } from '@mantine/core';
import {
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  type AnalysisJustification,
  type AnalysisResponse,
  type AnalysisState,
  type Finding,
} from '@tallyman/contract';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { changeTo, type Decision, decisionOf, isSameDecision, missingOf } from './decision.ts';
import styles from './decision-form.module.css';
import { JUSTIFICATION_WORDS, RESPONSE_WORDS, STATE_WORDS, suppressesByDefault } from './decision-words.ts';
import { expiryChoices, toExpiry } from './expiry-choices.ts';
import { useApplyTo } from './use-apply-to.tsx';

interface DecisionFormProps {
  readonly finding: Finding;
  readonly commentRef: Ref<HTMLTextAreaElement>;
  readonly onDecide: (change: Partial<Decision>, comment: string | undefined) => Promise<boolean>;
  readonly onNext: () => void;
}

const STATES = ANALYSIS_STATES.toReversed().map((value) => ({ value, label: STATE_WORDS[value] }));
const JUSTIFICATIONS = [
  { value: 'NOT_SET', label: 'Choose a reason' },
  ...Object.entries(JUSTIFICATION_WORDS).map(([value, label]) => ({ value, label })),
];
const RESPONSES = ANALYSIS_RESPONSES.toReversed().map((value) => ({ value, label: RESPONSE_WORDS[value] }));

/** The decision on a finding. Changes made elsewhere (by a key in the list) are taken over until something is edited. */
export function DecisionForm({ finding, commentRef, onDecide, onNext }: DecisionFormProps) {
  const stored = decisionOf(finding);
  const [edited, setEdited] = useState<Decision>();
  const [comment, setComment] = useState('');
  const [days, setDays] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const decision = edited ?? stored;
  const edit = (change: Partial<Decision>) => {
    setEdited({ ...decision, ...change });
    setComplaint(undefined);
  };
  const reset = () => {
    setEdited(undefined);
    setComment('');
    setDays('');
    setComplaint(undefined);
  };
  const applyTo = useApplyTo({ finding, decision, comment, onObstacle: setComplaint, onApplied: reset });
  const isChanged = !isSameDecision(decision, stored) || comment.trim() !== '';
  const save = async (then?: () => void) => {
    const missing = missingOf(decision);
    setComplaint(missing);
    if (missing || !isChanged) return;
    const isStored = await onDecide(decision, comment.trim() || undefined);
    if (!isStored) return;
    reset();
    then?.();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(onNext);
  };
  const submitWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save(onNext);
  };
  return (
    <>
      <form className={styles.form} aria-label="Decision" onSubmit={submit} onKeyDown={submitWithKeys}>
        <div className={styles.pair}>
          <NativeSelect
            label="Analysis"
            data={STATES}
            value={decision.state}
            onChange={(event) =>
              edit(changeTo(event.currentTarget.value as AnalysisState, decision.justification))
            }
          />
          <NativeSelect
            label="Response"
            data={RESPONSES}
            value={decision.response}
            onChange={(event) => edit({ response: event.currentTarget.value as AnalysisResponse })}
          />
        </div>
        {decision.state === 'NOT_AFFECTED' && (
          <NativeSelect
            label="Justification"
            data={JUSTIFICATIONS}
            value={decision.justification}
            error={complaint}
            onChange={(event) => edit({ justification: event.currentTarget.value as AnalysisJustification })}
          />
        )}
        <Textarea
          label="Details, which go into the VEX you publish"
          autosize={false}
          rows={2}
          value={decision.detail}
          onChange={(event) => edit({ detail: event.currentTarget.value })}
        />
        <Textarea
          ref={commentRef}
          label="Comment, for your colleagues"
          rows={1}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Switch
          label="Suppress: leave it out of counts and alerts"
          description={
            edited && suppressesByDefault(decision.state)
              ? `On by default for “${STATE_WORDS[decision.state]}”, as when a VEX says so.`
              : undefined
          }
          checked={decision.isSuppressed}
          onChange={(event) => edit({ isSuppressed: event.currentTarget.checked })}
        />
        <NativeSelect
          label="Review again"
          description="Then the decision lapses, and what held before holds again."
          data={expiryChoices(finding.analysis.expiresAt)}
          value={days}
          onChange={(event) => {
            setDays(event.currentTarget.value);
            edit({ expiresAt: toExpiry(event.currentTarget.value) });
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="filled" disabled={!isChanged}>
            Save and next
          </Button>
          <Button disabled={!isChanged} onClick={() => void save()}>
            Save
          </Button>
          {isChanged && (
            <Button variant="subtle" onClick={reset}>
              Discard
            </Button>
          )}
          {applyTo.menu}
        </div>
      </form>
      {applyTo.dialogs}
    </>
  );
}
