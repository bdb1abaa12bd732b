-- Vulnerabilities ---------------------------------------------------------------------------------------------

-- Who says something about vulnerabilities: mirrors, analyzers, catalogues of exploited ones, people here.
create table vulnerability_asserter (
  id           smallint generated always as identity primary key,
  name         text not null unique,
  display_name text not null,
  -- The source whose words these are.
  source       text not null
);

-- Counts what changed for matching. All who write records do so one after the other, so a higher number was
-- committed later.
create sequence vulnerability_generation;

-- Identifiers are compared byte by byte.
create table vulnerability (
  id                           bigint generated always as identity primary key,
  uuid                         uuid not null unique,
  source                       text collate "C" not null,
  vuln_id                      text collate "C" not null,
  title                        text,
  sub_title                    text,
  description                  text,
  detail                       text,
  recommendation               text,
  -- [{url, type?}]; for private ones beside what was written by hand.
  reference_links              jsonb,
  reference_text               text,
  credits                      text,
  created_at                   timestamptz,
  published_at                 timestamptz,
  updated_at                   timestamptz,
  -- Withdrawn ones stay and match nothing.
  rejected_at                  timestamptz,
  cwes                         integer[] not null default '{}',
  vulnerable_versions          text,
  patched_versions             text,
  cvss_v2_vector               text,
  cvss_v2_score                double precision,
  cvss_v2_impact_score         double precision,
  cvss_v2_exploitability_score double precision,
  cvss_v3_vector               text,
  cvss_v3_score                double precision,
  cvss_v3_impact_score         double precision,
  cvss_v3_exploitability_score double precision,
  cvss_v4_vector               text,
  cvss_v4_score                double precision,
  owasp_vector                 text,
  owasp_likelihood_score       double precision,
  owasp_technical_impact_score double precision,
  owasp_business_impact_score  double precision,
  severity                     text not null,
  content_hash                 bigint not null,
  -- When something last changed that matters to matching: affected ranges, or whether it is withdrawn.
  matching_generation          bigint not null
);
-- The id comes first: in VEX documents it must do without a source. Searching for a part of an id reads this index
-- alone, which is a hundredth of the table.
create unique index vulnerability_vuln_id_source on vulnerability (vuln_id, source) include (id);
create index vulnerability_by_generation on vulnerability (matching_generation);
-- The newest first, as lists are looked at.
create index vulnerability_by_published on vulnerability (published_at desc nulls last, id);

-- What each asserter last said: the same again writes nothing.
-- This table and the next two have no foreign keys: only one function writes them, some 100,000 rows at a time, and
-- checking each takes a quarter of the time of copying and more.
create table vulnerability_report (
  vulnerability_id bigint not null,
  asserter_id      smallint not null,
  hash             bigint not null,
  -- Whether the record itself was taken over, or only ranges and aliases, because another source owns it.
  applied          boolean not null,
  first_seen       timestamptz not null,
  last_seen        timestamptz not null,
  primary key (vulnerability_id, asserter_id)
);

-- What is affected --------------------------------------------------------------------------------------------

-- One row is one interval of versions that one asserter says is affected. It goes when this asserter drops it;
-- what another says stands in rows of its own.
create table affected_package (
  vulnerability_id        bigint not null,
  asserter_id             smallint not null,
  -- Made of what follows: equal statements have equal ones, whoever makes them.
  uuid                    uuid not null,
  -- Canonical package URL without version, qualifiers and subpath: pkg:type/namespace/name.
  package                 text collate "C" not null,
  purl_type               text collate "C" not null,
  -- As in the canonical package URL: distro=debian-11&….
  qualifiers              text,
  distro                  text,
  version                 text,
  version_start_including text,
  version_start_excluding text,
  version_end_including   text,
  version_end_excluding   text,
  -- The order in which the keys compare: that of the type, or the generic one if it cannot read a bound.
  scheme                  text not null,
  -- A version is affected when key_from <= its key and (key_to is null or its key < key_to).
  key_from                bytea not null,
  key_to                  bytea,
  -- The whole range as it was given, where this is only one interval of it.
  vers                    text,
  first_seen              timestamptz not null,
  primary key (vulnerability_id, asserter_id, uuid)
);
create index affected_package_by_package on affected_package (package);

create table affected_cpe (
  vulnerability_id        bigint not null,
  asserter_id             smallint not null,
  uuid                    uuid not null,
  -- Lower-cased, for finding candidates; '*' and '-' as they are.
  part                    text collate "C" not null,
  vendor                  text collate "C" not null,
  product                 text collate "C" not null,
  -- The whole name, CPE 2.3.
  cpe                     text not null,
  version_start_including text,
  version_start_excluding text,
  version_end_including   text,
  version_end_excluding   text,
  -- In the generic order; all versions where the name has a pattern or "not applicable" for a version.
  key_from                bytea not null,
  key_to                  bytea,
  first_seen              timestamptz not null,
  primary key (vulnerability_id, asserter_id, uuid)
);
create index affected_cpe_by_product on affected_cpe (product, vendor);

-- Aliases -----------------------------------------------------------------------------------------------------

-- "The record on the left is the same vulnerability as the one on the right", in the words of an asserter. Either
-- may be unknown here.
create table vulnerability_alias_assertion (
  asserter_id  smallint not null,
  left_source  text collate "C" not null,
  left_id      text collate "C" not null,
  right_source text collate "C" not null,
  right_id     text collate "C" not null,
  primary key (left_id, left_source, asserter_id, right_id, right_source)
);
create index vulnerability_alias_assertion_by_right on vulnerability_alias_assertion (right_id, right_source);

create sequence vulnerability_alias_group_id;

-- Groups are the connected components of the assertions; who has no alias is in none.
create table vulnerability_alias (
  source   text collate "C" not null,
  vuln_id  text collate "C" not null,
  group_id bigint not null,
  primary key (vuln_id, source)
);
create index vulnerability_alias_by_group on vulnerability_alias (group_id);

-- Likelihood of exploitation ----------------------------------------------------------------------------------

create table epss_score (
  cve        text collate "C" primary key,
  score      double precision not null,
  percentile double precision not null
);

-- Known exploited vulnerabilities, by who says so.
create table kev_assertion (
  asserter_id      smallint not null references vulnerability_asserter,
  source           text collate "C" not null,
  vuln_id          text collate "C" not null,
  published_at     timestamptz,
  required_action  text,
  known_ransomware boolean,
  description      text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (vuln_id, source, asserter_id)
);

-- Tags --------------------------------------------------------------------------------------------------------

create table vulnerability_tag (
  vulnerability_id bigint not null references vulnerability on delete cascade,
  tag_id           bigint not null references tag on delete cascade,
  primary key (vulnerability_id, tag_id)
);
create index vulnerability_tag_by_tag on vulnerability_tag (tag_id);
