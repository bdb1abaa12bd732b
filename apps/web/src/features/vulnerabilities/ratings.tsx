import type { Vulnerability } from '@tallyman/contract';
import { decodeVector } from './decode-vector.ts';
import styles from './vulnerability-page.module.css';

interface Rating {
  readonly method: string;
  readonly score: number | undefined;
  readonly vector: string | undefined;
}

/** Every score with its vector, and what the vector says in words. */
export function Ratings({ vulnerability }: { readonly vulnerability: Vulnerability }) {
  const ratings = ratingsOf(vulnerability);
  if (ratings.length === 0) return <p className="muted">The source has published no rating.</p>;
  return ratings.map(({ method, score, vector }) => (
    <div key={method} className={styles.rating}>
      <div className={styles.score}>
        <h3>{method}</h3>
        {score !== undefined && <strong>{score.toFixed(1)}</strong>}
        {vector && <code className="muted">{vector}</code>}
      </div>
      {vector && (
        <dl className={styles.metrics}>
          {decodeVector(vector).map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  ));
}

function ratingsOf(found: Vulnerability): Rating[] {
  const all = [
    { method: 'CVSS v4', score: found.cvssV4Score, vector: found.cvssV4Vector },
    { method: 'CVSS v3', score: found.cvssV3BaseScore, vector: found.cvssV3Vector },
    { method: 'CVSS v2', score: found.cvssV2BaseScore, vector: found.cvssV2Vector },
    { method: 'OWASP likelihood', score: found.owaspRRLikelihoodScore, vector: found.owaspRRVector },
    { method: 'OWASP technical impact', score: found.owaspRRTechnicalImpactScore, vector: undefined },
    { method: 'OWASP business impact', score: found.owaspRRBusinessImpactScore, vector: undefined },
  ];
  return all.filter(({ score, vector }) => score !== undefined || vector !== undefined);
}
