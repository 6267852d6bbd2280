import type { FastifyRequest } from 'fastify'

/** Whether a browser opens it in a tab, as by a link: people read what is answered, not a program. */
export const isOpenedInTab = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-dest'] === 'document'
