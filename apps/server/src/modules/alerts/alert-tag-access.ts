import { sql } from 'kysely';

/** The alerts that are limited to the tag in the row `tag`. */
export const alertsWithTag = sql`(select from alert_tag where alert_tag.tag_id = tag.id)`;
