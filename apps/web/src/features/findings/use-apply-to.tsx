import { Button, Menu } from '@mantine/core';
import { type Finding, vulnPolicyOperations } from '@tallyman/contract';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useMayCall } from '../../api/session.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Decision } from './decision.ts';
import styles from './decision-form.module.css';
import type { ApplyScope } from './to-apply-filter.ts';
import { findPolicyObstacle } from './to-policy-draft.ts';

const ApplyToDialog = lazy(async () => ({ default: (await import('./apply-to-dialog.tsx')).ApplyToDialog }));
const MakePolicyDialog = lazy(async () => ({
  default: (await import('./make-policy-dialog.tsx')).MakePolicyDialog,
}));

interface ApplyToOptions {
  readonly finding: Finding;
  readonly decision: Decision;
  readonly comment: string;
  /** Says why the decision cannot be applied as it is. */
  readonly onObstacle: (obstacle: string | undefined) => void;
  readonly onApplied: () => void;
}

/** The preview needs another permission than the creation. */
function useMayMakePolicy(): boolean {
  const mayPreview = useMayCall(vulnPolicyOperations.evaluateVulnPolicy);
  const mayCreate = useMayCall(vulnPolicyOperations.createVulnPolicy);
  return mayPreview && mayCreate;
}

interface ApplyTo {
  readonly menu: ReactNode;
  /** To be rendered outside of the form, which would be submitted with the one of a dialog. */
  readonly dialogs: ReactNode;
}

/** Where else a decision applies: other versions, other projects, or findings to come. */
export function useApplyTo({ finding, decision, comment, onObstacle, onApplied }: ApplyToOptions): ApplyTo {
  const [opened, setOpened] = useState<ApplyScope | 'policy'>();
  const button = useRef<HTMLButtonElement>(null);
  const mayMakePolicy = useMayMakePolicy();
  const isOpenTo = decision.state !== 'NOT_SET';
  const open = (choice: ApplyScope | 'policy') => {
    const obstacle = findPolicyObstacle(decision);
    onObstacle(obstacle);
    if (obstacle === undefined) setOpened(choice);
  };
  const close = () => {
    setOpened(undefined);
    // The item of the menu that had the focus is gone.
    requestAnimationFrame(() => button.current?.focus());
  };
  const menu = (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          ref={button}
          variant="subtle"
          className={styles.further}
          disabled={!isOpenTo}
          title={isOpenTo ? undefined : 'Choose an analysis first.'}
          rightSection={<Icon name="chevronDown" size={12} />}
        >
          Apply to
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open('project')}>All versions of this project…</Menu.Item>
        <Menu.Item onClick={() => open('everywhere')}>All projects with this component…</Menu.Item>
        {mayMakePolicy && (
          <Menu.Item onClick={() => open('policy')}>Findings to come: make it a policy…</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
  const dialogs = (
    <Suspense>
      {opened === 'policy' && <MakePolicyDialog finding={finding} decision={decision} onClose={close} />}
      {(opened === 'project' || opened === 'everywhere') && (
        <ApplyToDialog
          finding={finding}
          decision={decision}
          comment={comment}
          scope={opened}
          onApplied={() => {
            close();
            onApplied();
          }}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { menu, dialogs };
}
