import type { FastifyServerOptions } from 'fastify'

function none(): never {
  throw new Error('routes have no JSON schemas: declare what they take and answer in the contract')
}

/** Options that keep Fastify from loading its JSON schema compilers: bodies and replies are checked with zod. */
export const withoutJsonSchemas = {
  schemaController: { compilersFactory: { buildValidator: none, buildSerializer: none } },
} as const satisfies FastifyServerOptions
