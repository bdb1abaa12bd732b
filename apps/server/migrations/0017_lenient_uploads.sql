-- What broke the schema and was ignored, because the project takes uploads leniently: {violations, moreViolations}.
alter table bom_upload add column ignored_violations jsonb;
