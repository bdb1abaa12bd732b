import styles from './mark.module.css';

/** The name of the product with its sign: four strokes and one across. */
export function Mark() {
  return (
    <span className={styles.mark}>
      <svg aria-hidden="true" width="20" height="20" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="7" fill="#3451d1" />
        <g stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
          <path d="M9 9v14M14 9v14M19 9v14M24 9v14" />
          <path d="M6.500 21.500l20-11" />
        </g>
      </svg>
      Tallyman
    </span>
  );
}
