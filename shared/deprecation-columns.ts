/** Columns of deprecated items as CSV, from the API and from the page: members of an item. */
export const DEPRECATION_COLUMNS = [
  'server',
  'deprecated_item',
  'type',
  'replacement',
  'replacement_deprecated',
  'removal_date',
  'days_left',
  'count',
  'previous_count',
  'share',
  'callers',
  'first_seen',
  'last_seen',
  'verdict',
  'evidence',
] as const;
