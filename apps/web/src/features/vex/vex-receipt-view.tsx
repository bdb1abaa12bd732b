import type { VexDecision, VexEntry, VexOutcome, VexReceipt } from '@tallyman/contract';
import { useState } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Table } from '../../ui/table.tsx';
import { STATE_WORDS } from '../findings/decision-words.ts';
import styles from './vex-import-dialog.module.css';

const MAX_SHOWN = 200;
const MAX_COMPONENTS = 3;

/** What an import did, or would do, with every entry of the document, and why. */
export function VexReceiptView({ receipt }: { readonly receipt: VexReceipt }) {
  const [outcome, setOutcome] = useState<VexOutcome>();
  const { totals, dryRun, warnings, failure, skipped } = receipt;
  const entries = outcome ? receipt.entries.filter((entry) => entry.fate === outcome) : receipt.entries;
  const words: Record<VexOutcome, string> = {
    applied: `${formatCount(totals.applied)} ${dryRun ? 'would be applied' : 'applied'}`,
    unchanged: `${formatCount(totals.unchanged)} unchanged`,
    skipped: `${formatCount(totals.skipped)} skipped`,
  };
  return (
    <>
      <p role="status">
        {failure ??
          skipped ??
          `${countOf(totals.entries, 'entry', 'entries')} in the document. ${countOf(totals.findingsChanged, 'finding')} ${dryRun ? 'would be changed.' : 'changed.'}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <fieldset className={styles.summary} aria-label="Show only">
        {(Object.keys(words) as VexOutcome[]).map((name) => (
          <Chip
            key={name}
            isOn={outcome === name}
            onToggle={() => setOutcome(outcome === name ? undefined : name)}
          >
            {words[name]}
          </Chip>
        ))}
      </fieldset>
      {entries.length > 0 && (
        <div className={styles.entries}>
          <Table label="Entries of the document">
            <thead>
              <tr>
                <th scope="col">Vulnerability</th>
                <th scope="col">Outcome</th>
                <th scope="col">Findings</th>
              </tr>
            </thead>
            <tbody>
              {entries.slice(0, MAX_SHOWN).map((entry) => (
                <EntryRow key={entry.position} entry={entry} isDryRun={dryRun} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {entries.length > MAX_SHOWN && <p className="muted">The first {MAX_SHOWN} are shown.</p>}
    </>
  );
}

function EntryRow({ entry, isDryRun }: { readonly entry: VexEntry; readonly isDryRun: boolean }) {
  const words: Record<VexOutcome, string> = {
    applied: isDryRun ? 'Would be applied' : 'Applied',
    unchanged: 'Unchanged',
    skipped: 'Skipped',
  };
  const reasons = [entry.reason, ...entry.references.map(({ reason }) => reason)].filter(Boolean);
  return (
    <tr>
      <td>
        <code className={entry.id.length < 40 ? styles.id : undefined}>{entry.id || '(no id)'}</code>
        {entry.vulnerability && entry.vulnerability.vulnId !== entry.id && (
          <span className="muted"> as {entry.vulnerability.vulnId}</span>
        )}
      </td>
      <td>
        {words[entry.fate]}
        {[...new Set(reasons)].map((reason) => (
          <p key={reason} className={entry.warning ? styles.warning : 'muted'}>
            {reason}
          </p>
        ))}
      </td>
      <td>
        <ul className={styles.changes}>
          {entry.components.slice(0, MAX_COMPONENTS).map(({ uuid, name, version, before, after, reason }) => (
            <li key={uuid}>
              <bdi>{name}</bdi> <bdi className="muted">{version}</bdi>
              {after && ` ${describeChange(before, after)}`}
              {reason && <span className="muted"> {reason}</span>}
            </li>
          ))}
        </ul>
        {entry.components.length > MAX_COMPONENTS && (
          <span className="muted">and {formatCount(entry.components.length - MAX_COMPONENTS)} more</span>
        )}
      </td>
    </tr>
  );
}

function describeChange(before: VexDecision | undefined, after: VexDecision): string {
  const suppressed = after.isSuppressed ? ', suppressed' : '';
  return `${STATE_WORDS[before?.state ?? 'NOT_SET']} → ${STATE_WORDS[after.state]}${suppressed}`;
}
