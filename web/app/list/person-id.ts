/** The id of a person in an address; undefined for anything else. It arrives as text: it has more digits than a number keeps. */
export const personId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{17,20}$/.test(value) ? value : undefined
