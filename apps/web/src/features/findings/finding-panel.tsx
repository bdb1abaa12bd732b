import { CloseButton } from '@mantine/core';
import type { Finding } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { Copyable } from '../../ui/copyable.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { formatPercent } from '../../ui/format-number.ts';
import { KnownExploited } from '../../ui/known-exploited.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Time } from '../../ui/time.tsx';
import type { Decision } from './decision.ts';
import { DecisionForm } from './decision-form.tsx';
import { DecisionHistory } from './decision-history.tsx';
import { scoreOf } from './finding-columns.tsx';
import { findingKey } from './finding-key.ts';
import styles from './finding-panel.module.css';
import { HowItGetsIn } from './how-it-gets-in.tsx';
import { listAliases } from './list-aliases.ts';
import { WhyMatched } from './why-matched.tsx';

export interface FindingPanelHandle {
  focusComment(): void;
}

interface FindingPanelProps {
  readonly finding: Finding;
  readonly mayDecide: boolean;
  readonly onDecide: (change: Partial<Decision>, comment: string | undefined) => Promise<boolean>;
  readonly onNext: () => void;
  readonly onClose: () => void;
  readonly ref?: Ref<FindingPanelHandle>;
}

/** One finding beside the list: what it is, why it matched, what was decided, and the form to decide. */
export function FindingPanel({ finding, mayDecide, onDecide, onNext, onClose, ref }: FindingPanelProps) {
  const { vulnerability, component } = finding;
  const comment = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focusComment: () => comment.current?.focus() }));
  return (
    <aside
      className={styles.panel}
      aria-label={`Finding ${vulnerability.vulnId}`}
      onKeyDown={(event) => {
        // Events of a dialog that the panel opened arrive here, too.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose();
      }}
    >
      <header className={styles.header}>
        <div className={styles.headline}>
          <Severity severity={vulnerability.severity} isFilled />
          <h2 className="mono">
            <Link
              to="/vulnerabilities/$source/$id"
              params={{ source: vulnerability.source, id: vulnerability.vulnId }}
            >
              {vulnerability.vulnId}
            </Link>
          </h2>
          {vulnerability.isKev && <KnownExploited />}
          <CloseButton className={styles.close} size="sm" aria-label="Close the finding" onClick={onClose} />
        </div>
        <p className={styles.subject}>
          <Link to="/components/$uuid" params={{ uuid: component.uuid }}>
            <bdi>{component.name}</bdi> <bdi>{component.version}</bdi>
          </Link>{' '}
          in <bdi>{component.projectName}</bdi> <bdi>{component.projectVersion}</bdi>
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section className={styles.body} tabIndex={0} aria-label="Details">
        {vulnerability.title && <p className={styles.lead}>{vulnerability.title}</p>}
        <WhyMatched finding={finding} />
        <HowItGetsIn finding={finding} />
        <FindingFacts finding={finding} />
        {vulnerability.description && (
          <section>
            <h3>Description</h3>
            <p className={styles.prose}>{vulnerability.description}</p>
          </section>
        )}
        <DecisionHistory finding={finding} />
      </section>
      {mayDecide && (
        <DecisionForm
          key={findingKey(finding)}
          finding={finding}
          commentRef={comment}
          onDecide={onDecide}
          onNext={onNext}
        />
      )}
    </aside>
  );
}

function FindingFacts({ finding: { component, vulnerability, attribution } }: { readonly finding: Finding }) {
  const { epssScore, epssPercentile, cvssV4Vector, cvssV3Vector, cvssV2Vector, cwes } = vulnerability;
  const otherNames = listAliases(vulnerability);
  return (
    <Facts>
      <Fact name="Source">{vulnerability.source}</Fact>
      {scoreOf(vulnerability) !== undefined && (
        <Fact name="CVSS">
          {scoreOf(vulnerability)?.toFixed(1)}{' '}
          <code className="muted">{cvssV4Vector ?? cvssV3Vector ?? cvssV2Vector}</code>
        </Fact>
      )}
      {epssScore !== undefined && (
        <Fact name="EPSS">
          {formatPercent(epssScore)} likely to be exploited within 30 days
          {epssPercentile !== undefined && (
            <span className="muted"> (more than {formatPercent(epssPercentile)} of all)</span>
          )}
        </Fact>
      )}
      {component.latestVersion && <Fact name="Latest version">{component.latestVersion}</Fact>}
      {vulnerability.recommendation && <Fact name="Recommendation">{vulnerability.recommendation}</Fact>}
      {otherNames.length > 0 && <Fact name="Also known as">{otherNames.join(', ')}</Fact>}
      {cwes && cwes.length > 0 && (
        <Fact name="Weaknesses">
          {cwes.map(({ cweId, name }) => `CWE-${cweId} ${name ?? ''}`.trim()).join(', ')}
        </Fact>
      )}
      {vulnerability.published !== undefined && (
        <Fact name="Published">
          <Time at={vulnerability.published} />
        </Fact>
      )}
      {attribution.attributedOn !== undefined && (
        <Fact name="Found">
          <Time at={attribution.attributedOn} /> by {attribution.analyzerIdentity}
        </Fact>
      )}
      {component.purl && (
        <Fact name="Package URL">
          <Copyable text={component.purl} />
        </Fact>
      )}
    </Facts>
  );
}
