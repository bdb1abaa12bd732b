import { Time } from '../../ui/time.tsx';

interface LastBomProps {
  readonly at: number | undefined;
  readonly isCollection: boolean;
}

const WHY_NONE = 'A collection has no bill of materials of its own: its figures are those of its children.';

/** When the last bill of materials of a project was imported. */
export function LastBom({ at, isCollection }: LastBomProps) {
  if (at !== undefined) return <Time at={at} />;
  if (!isCollection) return 'Never';
  return (
    <span title={WHY_NONE}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{WHY_NONE}</span>
    </span>
  );
}
