-- The normalised form of a CPE that is spelled otherwise, such as cpe:/a:acme:rocket:1.0. Null if `cpe` is normalised.
-- Uploads compare coalesce(cpe_name, cpe), so that CPE 2.2 and 2.3 spellings of one name are equal.
alter table component add column cpe_name text;
