-- Names to match by ----------------------------------------------------------------------------------------------

-- The same package has several spellings (`Newtonsoft.Json`, `rocky-linux`). `package` is from now on the one by which
-- components and statements find each other; this is what was said, where that is another.
alter table affected_package add column stated_package text;

-- A package of a distribution is also known by the source package that it was built from: a package URL may have
-- several rows. All are made anew when their components are next matched; those who read advisories read them again.
truncate matching_purl;
alter table matching_purl add column is_source boolean not null;
alter table matching_purl drop constraint matching_purl_pkey;
alter table matching_purl add primary key (purl, given_version, is_source);
update project set last_vulnerability_analysis = null where last_vulnerability_analysis is not null;
