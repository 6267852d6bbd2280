/** A random id, also where a page has no secure context: a dashboard at home may be without https. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('')
