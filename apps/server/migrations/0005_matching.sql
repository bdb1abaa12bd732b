-- Matching ----------------------------------------------------------------------------------------------------

-- What matching needs to know of every package URL in use: made once, however many components have it. Rows are
-- added before the components that need them are matched, and go when no component needs them any more.
create table matching_purl (
  -- As components have it.
  purl          text collate "C" not null,
  -- The version of the component where its package URL has none; empty otherwise.
  given_version text collate "C" not null,
  -- As components have them: this is how components are found from here.
  coordinates   text not null,
  -- As affected packages have it; nothing if the URL cannot match, because there is no version.
  package       text collate "C",
  purl_type     text,
  -- The epoch is in front of it.
  version       text,
  -- The order of the type, or nothing if it cannot read the version: then all is compared in the generic order.
  scheme        text,
  version_key   bytea,
  generic_key   bytea,
  distro        text,
  primary key (purl, given_version)
);
create index matching_purl_by_package on matching_purl (package);

-- The same for CPE names. Those that name no product match nothing and have no product here.
create table matching_cpe (
  cpe         text collate "C" primary key,
  -- Lower-cased; '*' and '-' as they are.
  part        text collate "C",
  vendor      text collate "C",
  product     text collate "C",
  -- In the generic order; nothing if the name leaves the version open, has none, or a pattern.
  generic_key bytea
);
create index matching_cpe_by_product on matching_cpe (product);

-- Names may be longer than what a B-tree takes.
create index component_by_cpe on component using hash (cpe) where cpe is not null and removed_at is null;

-- Up to which change of which vulnerability the whole portfolio was matched: one row.
create table matching_watermark (
  generation       bigint not null,
  vulnerability_id bigint not null
);
insert into matching_watermark (generation, vulnerability_id) values (0, 0);

-- What analyzers out there answered about package URLs, kept for a while.
create table analyzer_answer (
  analyzer    text collate "C" not null,
  purl        text collate "C" not null,
  answer      jsonb not null,
  answered_at timestamptz not null,
  primary key (analyzer, purl)
);
create index analyzer_answer_by_age on analyzer_answer (answered_at);

-- With all that the join looks at, so that it need not look elsewhere: the statements about a package lie together here
-- and apart in the table.
drop index affected_package_by_package;
create index affected_package_by_package on affected_package (package)
  include (scheme, key_from, key_to, distro, vulnerability_id, asserter_id, uuid);

-- Few are withdrawn: whether a vulnerability is, this tells without reading it.
create index vulnerability_rejected on vulnerability (id) where rejected_at is not null;
