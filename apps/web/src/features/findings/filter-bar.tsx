import { ActionIcon } from '@mantine/core';
import {
  ANALYSIS_STATES,
  type AnalysisState,
  type FindingFacets,
  SEVERITIES,
  type Severity as SeverityName,
} from '@tallyman/contract';
import { type Ref, useState } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { FilterText } from '../../ui/filter-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { severityWord } from '../../ui/severity.tsx';
import { STATE_WORDS } from './decision-words.ts';
import { FacetMenu } from './facet-menu.tsx';
import { countsOf, useFacets, useFurtherFacets } from './facets-query.ts';
import styles from './filter-bar.module.css';
import { FIX_CHOICES, type FindingsSearch, type FixChoice, hasFilters } from './findings-search.ts';

interface FilterBarProps {
  readonly search: FindingsSearch;
  readonly onChange: (change: Partial<FindingsSearch>) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Moves the focus to the list. */
  readonly onLeave: () => void;
  /** False where the page is about one project. */
  readonly offersProjects: boolean;
}

const NO_FILTERS: Partial<FindingsSearch> = {
  q: undefined,
  sev: undefined,
  state: undefined,
  kev: undefined,
  epss: undefined,
  fix: undefined,
  suppressed: undefined,
  source: undefined,
  tag: undefined,
  latest: undefined,
  case: undefined,
};

export function FilterBar({ search, onChange, inputRef, onLeave, offersProjects }: FilterBarProps) {
  const facets = useFacets(search);
  const part = { search, onChange, facets };
  return (
    <search className={styles.bar} aria-label="Filters">
      <FilterText
        label="Filter by vulnerability or component"
        placeholder="Vulnerability, component"
        text={search.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
        inputRef={inputRef}
        onLeave={onLeave}
      />
      <SeverityFilter {...part} />
      <StateFilter {...part} />
      <SourceFilter {...part} />
      <FixFilter {...part} />
      {offersProjects && <ProjectFilters {...part} />}
      <Chip
        isOn={search.suppressed ?? false}
        onToggle={() => onChange({ suppressed: search.suppressed ? undefined : true })}
        count={facets?.suppressed}
        title="Show suppressed findings, too"
      >
        Suppressed
      </Chip>
      {(hasFilters(search) || (offersProjects && search.project !== undefined)) && (
        <ActionIcon
          size={30}
          aria-label="Clear filters"
          title="Clear filters"
          onClick={() => onChange(offersProjects ? { ...NO_FILTERS, project: undefined } : NO_FILTERS)}
        >
          <Icon name="close" />
        </ActionIcon>
      )}
    </search>
  );
}

interface PartProps extends Pick<FilterBarProps, 'search' | 'onChange'> {
  readonly facets: FindingFacets | undefined;
}

function SeverityFilter({ search, onChange, facets }: PartProps) {
  const count = countsOf(facets?.severity);
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">Severity</legend>
      {SEVERITIES.filter((severity) => severity !== 'UNASSIGNED').map((severity) => (
        <Chip
          key={severity}
          isOn={search.sev?.includes(severity) ?? false}
          onToggle={() => onChange({ sev: toggled<SeverityName>(search.sev, severity) })}
          count={count(severity)}
        >
          {severityWord(severity)}
        </Chip>
      ))}
      <Chip
        isOn={search.kev ?? false}
        onToggle={() => onChange({ kev: search.kev ? undefined : true })}
        count={facets?.known_exploited}
        title="Only vulnerabilities that are known to be exploited"
      >
        Exploited
      </Chip>
    </fieldset>
  );
}

function StateFilter({ search, onChange, facets }: PartProps) {
  const count = countsOf(facets?.state);
  return (
    <FacetMenu
      label="Analysis"
      choices={ANALYSIS_STATES.toReversed().map((state) => ({
        value: state,
        label: STATE_WORDS[state],
        count: count(state),
      }))}
      chosen={search.state ?? []}
      onToggle={(state) => onChange({ state: toggled(search.state, state as AnalysisState) })}
    />
  );
}

function SourceFilter({ search, onChange, facets }: PartProps) {
  const sources = facets?.source ?? [];
  if (sources.length < 2 && search.source === undefined) return null;
  return (
    <FacetMenu
      label="Source"
      choices={sources.map(({ value, count }) => ({ value, label: value, count }))}
      chosen={search.source ? [search.source] : []}
      onToggle={(name) => {
        const source = sources.find(({ value }) => value === name)?.value;
        onChange({ source: source === search.source ? undefined : source });
      }}
    />
  );
}

const FIX_LABELS: Record<FixChoice, string> = { yes: 'Fix available', no: 'No known fix' };

/** Without numbers if there are too many findings to count. */
function FixFilter({ search, onChange }: PartProps) {
  const [isOpened, setOpened] = useState(false);
  const counts = useFurtherFacets(search, 'fix', isOpened)?.fix;
  return (
    <FacetMenu
      label="Fix"
      choices={FIX_CHOICES.map((value) => ({
        value,
        label: FIX_LABELS[value],
        count: value === 'yes' ? counts?.available : counts?.missing,
      }))}
      chosen={search.fix ? [search.fix] : []}
      onToggle={(value) => {
        const fix = FIX_CHOICES.find((choice) => choice === value);
        onChange({ fix: fix === search.fix ? undefined : fix });
      }}
      onOpen={() => setOpened(true)}
    />
  );
}

function ProjectFilters({ search, onChange }: PartProps) {
  const [isOpened, setOpened] = useState(false);
  const { project, tag, latest } = search;
  // The name of a chosen project is among its facets.
  const further = useFurtherFacets(search, 'project,tag', isOpened || project !== undefined);
  const projects = further?.project?.map(({ uuid, name, version, count }) => ({
    value: uuid,
    label: version === undefined ? name : `${name} ${version}`,
    count,
  }));
  return (
    <>
      <FacetMenu
        label="Project"
        choices={projects}
        chosen={project === undefined ? [] : [project]}
        onToggle={(uuid) => onChange({ project: uuid === project ? undefined : uuid })}
        onOpen={() => setOpened(true)}
      />
      <FacetMenu
        label="Tag"
        choices={further?.tag?.map(({ name, count }) => ({ value: name, label: name, count }))}
        chosen={tag === undefined ? [] : [tag]}
        onToggle={(name) => onChange({ tag: name === tag ? undefined : name })}
        onOpen={() => setOpened(true)}
      />
      <Chip
        isOn={latest ?? false}
        onToggle={() => onChange({ latest: latest ? undefined : true })}
        title="Leave out versions of projects of which another version is the latest"
      >
        Latest
      </Chip>
    </>
  );
}

function toggled<T>(list: readonly T[] | undefined, item: T): T[] | undefined {
  const others = list?.filter((other) => other !== item) ?? [];
  const next = list?.includes(item) ? others : [...others, item];
  return next.length > 0 ? next : undefined;
}
