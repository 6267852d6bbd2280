/**
 * A person's id from a URL; undefined for anything else. Ids stay text: they have more digits than a number can hold.
 */
export const personId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{17,20}$/.test(value) ? value : undefined
