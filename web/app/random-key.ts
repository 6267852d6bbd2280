/** A random id. Also works without a secure context, such as a dashboard at home without https. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('')
