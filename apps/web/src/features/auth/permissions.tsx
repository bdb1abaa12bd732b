import { PERMISSIONS, type Permission } from '@tallyman/contract';
import styles from './profile-page.module.css';
import { withoutParts } from './without-parts.ts';

/** What the permissions allow, in words. Administrators know them by their names, so these can be shown. */
export function Permissions({ names }: { readonly names: readonly Permission[] }) {
  if (names.length === 0) return 'None';
  return (
    <>
      <ul className={styles.permissions}>
        {withoutParts(names).map((name) => (
          <li key={name} title={name}>
            {PERMISSIONS[name]}
          </li>
        ))}
      </ul>
      <details className={styles.names}>
        <summary>Names of all {names.length}</summary>
        <ul className={styles.permissions}>
          {names.toSorted().map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
