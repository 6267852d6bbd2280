/** For links to other sites: they open in the same tab, without telling the other site where the visitor came from. */
export const outside = { rel: 'noopener noreferrer' } as const
