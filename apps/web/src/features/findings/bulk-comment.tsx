import { Textarea } from '@mantine/core';

interface BulkCommentProps {
  readonly comment: string;
  /** Why the form cannot be submitted as it is. */
  readonly complaint: string | undefined;
  readonly onChange: (comment: string) => void;
}

/** The comment that a decision on many findings needs. */
export function BulkComment({ comment, complaint, onChange }: BulkCommentProps) {
  return (
    <Textarea
      label="Comment"
      description="Why: it is in the history of every finding."
      required
      rows={2}
      data-autofocus
      value={comment}
      error={complaint}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}
