import { Button, Menu } from '@mantine/core';
import {
  ANALYSIS_STATES,
  type AnalysisState,
  SEVERITIES,
  type Severity as SeverityName,
} from '@tallyman/contract';
import type { Ref } from 'react';
import chipStyles from '../../ui/chip.module.css';
import { Chip } from '../../ui/chip.tsx';
import { FilterText } from '../../ui/filter-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { severityWord } from '../../ui/severity.tsx';
import { STATE_WORDS } from './decision-words.ts';
import styles from './filter-bar.module.css';
import { type FindingsSearch, hasFilters } from './findings-search.ts';

interface FilterBarProps {
  readonly search: FindingsSearch;
  readonly onChange: (change: Partial<FindingsSearch>) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Moves the focus to the list. */
  readonly onLeave: () => void;
}

export function FilterBar({ search, onChange, inputRef, onLeave }: FilterBarProps) {
  return (
    <search className={styles.bar} aria-label="Filters">
      <FilterText
        label="Filter by vulnerability or component"
        placeholder="Vulnerability or component"
        text={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
        inputRef={inputRef}
        onLeave={onLeave}
      />
      <fieldset className={styles.chips}>
        <legend className="visually-hidden">Severity</legend>
        {SEVERITIES.filter((severity) => severity !== 'UNASSIGNED').map((severity) => (
          <Chip
            key={severity}
            isOn={search.sev?.includes(severity) ?? false}
            onToggle={() => onChange({ sev: toggled<SeverityName>(search.sev, severity) })}
          >
            {severityWord(severity)}
          </Chip>
        ))}
        <Chip isOn={search.kev ?? false} onToggle={() => onChange({ kev: search.kev ? undefined : true })}>
          Known exploited
        </Chip>
      </fieldset>
      <StateFilter states={search.state} onChange={(state) => onChange({ state })} />
      <Chip
        isOn={search.suppressed ?? false}
        onToggle={() => onChange({ suppressed: search.suppressed ? undefined : true })}
      >
        Show suppressed
      </Chip>
      {hasFilters(search) && (
        <Button
          variant="subtle"
          onClick={() =>
            onChange({
              q: undefined,
              sev: undefined,
              state: undefined,
              kev: undefined,
              epss: undefined,
              suppressed: undefined,
              case: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

interface StateFilterProps {
  readonly states: AnalysisState[] | undefined;
  readonly onChange: (states: AnalysisState[] | undefined) => void;
}

function StateFilter({ states, onChange }: StateFilterProps) {
  const chosen = states?.map((state) => STATE_WORDS[state]).join(', ');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={chipStyles.chip} data-on={states ? true : undefined}>
          <span className="truncate">{chosen ?? 'Any analysis'}</span>
          <Icon name="chevronDown" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ANALYSIS_STATES.toReversed().map((state) => (
          <Menu.CheckboxItem
            key={state}
            checked={states?.includes(state) ?? false}
            onChange={() => onChange(toggled(states, state))}
          >
            {STATE_WORDS[state]}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function toggled<T>(list: readonly T[] | undefined, item: T): T[] | undefined {
  const others = list?.filter((other) => other !== item) ?? [];
  const next = list?.includes(item) ? others : [...others, item];
  return next.length > 0 ? next : undefined;
}
