import { sql } from 'kysely';

/** The policies that are limited to the tag in the row `tag`. */
export const policiesWithTag = sql`(select from policy_tag where policy_tag.tag_id = tag.id)`;
