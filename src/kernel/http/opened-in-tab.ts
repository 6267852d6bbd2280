import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser opens the address in a tab, as when a link is followed: then a person reads the answer, not a
 * program.
 */
export const isOpenedInTab = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-dest'] === 'document'
