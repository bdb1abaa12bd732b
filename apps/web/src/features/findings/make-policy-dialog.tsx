import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  type Finding,
  type VulnPolicyBody,
  type VulnPolicyEvaluation,
  vulnPolicyOperations,
} from '@tallyman/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { showNotice } from '../../ui/notice-store.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './bulk-dialog.module.css';
import { DecidedSample } from './bulk-preview.tsx';
import { type Decision, describeDecision } from './decision.ts';
import {
  POLICY_SCOPES,
  type PolicyScope,
  SCOPE_WORDS,
  toCondition,
  toPolicyDraft,
  toPolicyName,
} from './to-policy-draft.ts';
import { useRested } from './use-rested.ts';

interface MakePolicyDialogProps {
  readonly finding: Finding;
  readonly decision: Decision;
  readonly onClose: () => void;
}

const SCOPES = POLICY_SCOPES.map((value) => ({ value, label: SCOPE_WORDS[value] }));
const SAMPLE_SIZE = 5;
const TYPING_MS = 400;
const MAX_CONDITION = 4096;
const TOO_LONG = `A condition has at most ${MAX_CONDITION} characters. Shorten it.`;

/** Makes a vulnerability policy of a decision, after a preview. It also decides on findings to come. */
export function MakePolicyDialog({ finding, decision, onClose }: MakePolicyDialogProps) {
  const [scope, setScope] = useState<PolicyScope>('component');
  const [name, setName] = useState(toPolicyName(finding, 'component'));
  const [condition, setCondition] = useState(toCondition(finding, 'component'));
  const preview = usePolicyPreview(decision, condition.trim());
  const creation = usePolicyCreation(onClose);
  const choose = (chosen: PolicyScope) => {
    setScope(chosen);
    setName(toPolicyName(finding, chosen));
    setCondition(toCondition(finding, chosen));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const draft = toPolicyDraft(decision, { name, condition });
    if (draft) creation.mutate(draft);
  };
  return (
    <Dialog onClose={onClose} title="Make it a policy" size="lg" closeOnClickOutside={false}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className="muted">
          {describeDecision(decision)} A policy also decides on findings to come, in every project. What a
          person or a VEX document has decided stays.
        </p>
        <NativeSelect
          label="Applies to"
          data={SCOPES}
          value={scope}
          onChange={({ currentTarget: { value } }) =>
            choose(POLICY_SCOPES.find((one) => one === value) ?? 'component')
          }
        />
        <Textarea
          label="Condition"
          description="A CEL expression over vuln, component, project and now."
          rows={3}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={condition}
          error={condition.length > MAX_CONDITION ? TOO_LONG : undefined}
          onChange={({ currentTarget: { value } }) => setCondition(value)}
        />
        <TextInput
          label="Name"
          maxLength={255}
          data-autofocus
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        {condition.length <= MAX_CONDITION && <Preview result={preview.result} error={preview.error} />}
        {creation.error && <Problem error={creation.error} />}
        <div className={styles.actions}>
          <Button
            type="submit"
            variant="filled"
            loading={creation.isPending}
            disabled={!preview.isCurrent || condition.length > MAX_CONDITION || name.trim() === ''}
          >
            Create the policy
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What a policy with the condition would do, some time after the last key. */
function usePolicyPreview(decision: Decision, condition: string) {
  const rested = useRested(condition, TYPING_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ['previewPolicy', rested, decision],
    queryFn: async ({ signal }) => {
      const policy = toPolicyDraft(decision, { name: 'Preview', condition: rested });
      if (!policy) throw new Error('The decision has no analysis.');
      const body = { policy, sample_size: SAMPLE_SIZE };
      return (await call(vulnPolicyOperations.evaluateVulnPolicy, { body, signal })).body;
    },
    placeholderData: keepPreviousData,
    enabled: rested !== '' && rested.length <= MAX_CONDITION,
    gcTime: 0,
    retry: false,
  });
  const isCurrent = condition !== '' && rested === condition && data !== undefined && !isFetching && !error;
  return { result: data, error, isCurrent };
}

function usePolicyCreation(onCreated: () => void) {
  return useMutation({
    mutationFn: (draft: VulnPolicyBody) => call(vulnPolicyOperations.createVulnPolicy, { body: draft }),
    onSuccess: (_answer, { name }) => {
      showNotice({ text: `The policy “${name}” was created. It is being applied.` });
      onCreated();
    },
  });
}

interface PreviewProps {
  readonly result: VulnPolicyEvaluation | undefined;
  readonly error: Error | null;
}

/** How many findings the policy matches now, and on how many it decides. */
function Preview({ result, error }: PreviewProps) {
  if (error) return <Problem error={error} />;
  if (!result) return <p role="status">Counting…</p>;
  const { matched, projects, applied, unchanged, outranked, shadowed, failed, conflicts, complete } = result;
  const others = [
    [unchanged, 'are so already'],
    [outranked, 'were decided by a person or a VEX document and stay'],
    [shadowed, 'are decided by a policy of higher rank'],
    [failed, 'cannot be evaluated'],
  ] as const;
  return (
    <div role="status" className={styles.preview}>
      <p>
        Matches {complete ? '' : 'at least '}
        {countOf(matched, 'finding')} in {countOf(projects, 'project')}.{' '}
        <strong>{formatCount(applied)} will change</strong>
        {others.filter(([count]) => count > 0).map(([count, words]) => `, ${formatCount(count)} ${words}`)}.
      </p>
      <DecidedSample result={result} />
      {conflicts.length > 0 && (
        <p>
          Other policies decide differently on some of them:{' '}
          {conflicts.map(({ name, wins }) => `${name} (${wins ? 'wins' : 'loses'})`).join(', ')}.
        </p>
      )}
    </div>
  );
}
