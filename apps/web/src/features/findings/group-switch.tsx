import { NativeSelect } from '@mantine/core';
import { FINDING_GROUPINGS, type FindingGrouping } from '@tallyman/contract';

const CHOICES = [
  { value: '', label: 'No groups' },
  { value: 'vulnerability', label: 'By vulnerability' },
  { value: 'component', label: 'By component' },
  { value: 'fix', label: 'By upgrade' },
];

interface GroupSwitchProps {
  readonly group: FindingGrouping | undefined;
  readonly onGroup: (group: FindingGrouping | undefined) => void;
}

export function GroupSwitch({ group, onGroup }: GroupSwitchProps) {
  return (
    <NativeSelect
      aria-label="Group"
      data={CHOICES}
      value={group ?? ''}
      onChange={({ currentTarget: { value } }) => onGroup(FINDING_GROUPINGS.find((one) => one === value))}
    />
  );
}

/** None, then one grouping after the other. */
export function nextGrouping(group: FindingGrouping | undefined): FindingGrouping | undefined {
  return FINDING_GROUPINGS[group === undefined ? 0 : FINDING_GROUPINGS.indexOf(group) + 1];
}
