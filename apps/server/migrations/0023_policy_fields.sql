-- What a policy set and nobody else has set since, by the names of the fields: it is reset when the policy goes. `policy`
-- now also names the policy of such fields where somebody else has decided on others.
alter table finding_analysis add column policy_fields text[] not null default '{}';

update finding_analysis set policy_fields = array_remove(array[
  case when state <> 'NOT_SET' then 'state' end,
  case when justification <> 'NOT_SET' then 'justification' end,
  case when response <> 'NOT_SET' then 'response' end,
  case when details is not null then 'details' end,
  case when is_suppressed then 'isSuppressed' end,
  case when severity is not null then 'severity' end,
  case when cvss_v2_vector is not null then 'cvssV2Vector' end,
  case when cvss_v2_score is not null then 'cvssV2Score' end,
  case when cvss_v3_vector is not null then 'cvssV3Vector' end,
  case when cvss_v3_score is not null then 'cvssV3Score' end,
  case when cvss_v4_vector is not null then 'cvssV4Vector' end,
  case when cvss_v4_score is not null then 'cvssV4Score' end,
  case when owasp_vector is not null then 'owaspVector' end,
  case when owasp_score is not null then 'owaspScore' end], null)
where decided_by = 'POLICY';
