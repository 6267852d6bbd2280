import type { FastifyServerOptions } from 'fastify'

function none(): never {
  throw new Error('routes have no JSON schemas: declare what they take and answer in the contract')
}

/** What is sent and answered is checked with zod. Fastify loads what checks JSON schemas unless it is told that it has some. */
export const withoutJsonSchemas = {
  schemaController: { compilersFactory: { buildValidator: none, buildSerializer: none } },
} as const satisfies FastifyServerOptions
