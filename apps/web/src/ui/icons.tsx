import type { ReactNode } from 'react';

const SHAPES = {
  search: <path d="M11 11l3.500 3.500M12.500 7.500a5 5 0 1 1-10 0 5 5 0 0 1 10 0z" />,
  sun: (
    <path d="M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.7.7M11.900 11.900l.7.7M3.400 12.600l.7-.7M11.900 4.100l.7-.7" />
  ),
  moon: <path d="M13.500 9.300A6 6 0 0 1 6.700 2.500a6 6 0 1 0 6.800 6.800z" />,
  user: <path d="M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.500 14a5.500 5.500 0 0 1 11 0" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  close: <path d="M4 4l8 8M12 4l-8 8" />,
  check: <path d="M3.500 8.500l3 3 6-7" />,
  chevronRight: <path d="M6 3.500L10.500 8 6 12.500" />,
  chevronDown: <path d="M3.500 6L8 10.500 12.500 6" />,
  sortDown: <path d="M8 3v10M4.500 9.500L8 13l3.500-3.500" />,
  sortUp: <path d="M8 13V3M4.500 6.500L8 3l3.500 3.500" />,
  overview: <path d="M2 2h5v7H2zM9 2h5v4H9zM9 8h5v6H9zM2 11h5v3H2z" />,
  findings: (
    <path d="M8 2l5.500 2v4c0 3.200-2.300 5.300-5.500 6.500C4.800 13.300 2.500 11.200 2.500 8V4zM8 5v3.500M8 10.700v.1" />
  ),
  projects: <path d="M2 4.500l6-2.500 6 2.500-6 2.500zM2 8l6 2.500L14 8M2 11.500L8 14l6-2.500" />,
  components: (
    <path d="M8 1.800l5.500 3.100v6.200L8 14.200l-5.500-3.100V4.900zM2.500 4.900L8 8l5.500-3.100M8 8v6.200" />
  ),
  vulnerabilities: (
    <path d="M8 5a3 3 0 0 1 3 3v2.500a3 3 0 0 1-6 0V8a3 3 0 0 1 3-3zM5.800 5a2.200 2.200 0 0 1 4.400 0M2 9h3M11 9h3M2.500 5l2.600 2M13.500 5l-2.600 2M2.500 13.500L5 12M13.500 13.500L11 12" />
  ),
  licenses: <path d="M3.500 1.500h6l3 3v10h-9zM9.500 1.500v3h3M6 8h4M6 11h4" />,
  upload: <path d="M8 10.500V2.500M5 5.500l3-3 3 3M2.500 10v3.500h11V10" />,
  download: <path d="M8 2.500v8M5 7.500l3 3 3-3M2.500 10v3.500h11V10" />,
  copy: <path d="M5.500 5.500h8v8h-8zM2.500 10.500v-8h8" />,
  help: (
    <path d="M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM6.200 6.200a1.900 1.900 0 1 1 2.600 1.800c-.5.200-.8.600-.8 1.100v.2M8 11.400v.1" />
  ),
  activity: <path d="M4 11V7a4 4 0 0 1 8 0v4l1.300 1.500H2.700zM6.500 14.300h3M8 3V1.700" />,
  clock: <path d="M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM8 4.500V8l2.500 1.500" />,
  undo: <path d="M5.500 3L2.500 6l3 3M2.500 6h7a4 4 0 0 1 0 8H6" />,
  warning: <path d="M8 2l6.500 11.500h-13zM8 6.500V10M8 11.800v.1" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** Decoration: whoever shows it says in words what it means. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {SHAPES[name]}
    </svg>
  );
}
