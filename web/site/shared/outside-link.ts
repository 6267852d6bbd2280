/** For links out of the site: they open in the same tab, and tell the other site nothing of this one. */
export const outside = { rel: 'noopener noreferrer' } as const
