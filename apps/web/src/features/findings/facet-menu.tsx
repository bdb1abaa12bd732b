import { Menu } from '@mantine/core';
import chipStyles from '../../ui/chip.module.css';
import { formatCount } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './facet-menu.module.css';

interface FacetChoice {
  readonly value: string;
  readonly label: string;
  readonly count: number | undefined;
}

interface FacetMenuProps {
  /** What the button says when nothing is chosen. */
  readonly label: string;
  readonly choices: readonly FacetChoice[] | undefined;
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
  readonly onOpen?: () => void;
}

/** A filter with many values, each with the number of findings that it would show. */
export function FacetMenu({ label, choices, chosen, onToggle, onOpen }: FacetMenuProps) {
  const labelOf = (value: string) => choices?.find((choice) => choice.value === value)?.label ?? value;
  return (
    <Menu position="bottom-start" {...(onOpen ? { onOpen } : {})}>
      <Menu.Target>
        <button type="button" className={chipStyles.chip} data-on={chosen.length > 0 ? true : undefined}>
          <span className="truncate">{chosen.length > 0 ? chosen.map(labelOf).join(', ') : label}</span>
          <Icon name="chevronDown" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {choices?.map(({ value, label: text, count }) => (
          <Menu.CheckboxItem
            key={value}
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
            rightSection={
              count === undefined ? undefined : <span className="number">{formatCount(count)}</span>
            }
          >
            {text}
          </Menu.CheckboxItem>
        ))}
        {choices?.length === 0 && <Menu.Label>Nothing to choose from</Menu.Label>}
        {choices === undefined && <Menu.Label>Loading…</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
