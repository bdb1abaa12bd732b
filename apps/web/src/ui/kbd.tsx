import styles from './kbd.module.css';

export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
