-- Source packages that properties name --------------------------------------------------------------------------

-- The package URL of a component with the source package it was built from as its qualifier `upstream`, where only a
-- property of the component says it. What is matched is this one, what is shown is `purl`.
alter table component add column purl_with_source text;
