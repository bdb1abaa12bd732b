import type { Finding } from '@tallyman/contract';
import { DependencyPaths } from '../portfolio/dependency-paths.tsx';
import styles from './how-it-gets-in.module.css';
import { useRested } from './use-rested.ts';

const MAX_PATHS = 3;

/** Which direct dependencies bring the component along. */
export function HowItGetsIn({ finding: { component } }: { readonly finding: Finding }) {
  const isRested = useRested(component.uuid) === component.uuid;
  return (
    <section>
      <h3>How it gets in</h3>
      <div className={styles.paths}>
        {isRested && (
          <DependencyPaths project={component.project} component={component.uuid} most={MAX_PATHS} />
        )}
      </div>
    </section>
  );
}
