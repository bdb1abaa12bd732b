import type { AnalysisJustification, Finding } from '@tallyman/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { countOf } from '../../ui/format-number.ts';
import type { BulkOrder } from './bulk-dialog.tsx';
import { changeTo, type Decision } from './decision.ts';
import type { KeyTarget } from './finding-keys.ts';
import type { FindingsSearch } from './findings-search.ts';
import type { ScopedGroup } from './group-rows.ts';
import { JustificationDialog } from './justification-dialog.tsx';
import { listLoadedFindings } from './list-loaded-findings.ts';
import { type DecideRequest, useDecide } from './use-decide.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

interface Selected {
  readonly selected: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly clear: () => void;
}

interface FindingDecisions {
  readonly decide: (request: DecideRequest) => Promise<boolean>;
  /** Decides on what is selected, else on the target. Findings that are not all loaded are decided on in a dialog. */
  readonly decideOn: (target: KeyTarget | undefined, change: Partial<Decision>) => void;
  readonly dialogs: ReactNode;
}

export function useFindingDecisions(
  search: FindingsSearch,
  { selected, isAll, clear }: Selected,
): FindingDecisions {
  const queries = useQueryClient();
  const decide = useDecide();
  const [asked, setAsked] = useState<readonly Finding[]>();
  const [order, setOrder] = useState<BulkOrder>();
  const decideOn = (target: KeyTarget | undefined, change: Partial<Decision>) => {
    if (isAll) setOrder({ subject: 'all matching findings', scope: {}, change });
    else if (selected.size > 0) decideOnFindings(listLoadedFindings(queries, selected), change);
    else if (target && 'group' in target) setOrder(toOrder(target.group, change));
    else if (target) decideOnFindings([target.finding], change);
  };
  const decideOnFindings = (findings: readonly Finding[], change: Partial<Decision>) => {
    if (change.state === 'NOT_AFFECTED' && change.justification === 'NOT_SET') setAsked(findings);
    else void decide({ findings, change });
  };
  const choose = (justification: AnalysisJustification) => {
    if (asked) decideOnFindings(asked, changeTo('NOT_AFFECTED', justification));
    setAsked(undefined);
  };
  const dialogs = (
    <>
      <JustificationDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onChoose={choose}
      />
      {order && (
        <Suspense>
          <BulkDialog
            search={search}
            order={order}
            onClose={() => {
              setOrder(undefined);
              if (isAll) clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
  return { decide, decideOn, dialogs };
}

function toOrder({ scope, group, count }: ScopedGroup, change: Partial<Decision>): BulkOrder {
  const of = group?.vulnerability?.vuln_id ?? group?.component?.name ?? 'no known fix';
  const findings = count === undefined ? 'the findings' : countOf(count, 'finding');
  return { subject: `${findings} of ${of}`, scope, change };
}
