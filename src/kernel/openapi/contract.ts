import { z } from 'zod'

const schema = z.record(z.string(), z.unknown())
const content = z.record(
  z.string(),
  z.object({
    schema,
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.unknown() })).optional(),
  }),
)
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  /** What the caller needs: a level such as 'view', or the name of a right. */
  'x-needs': z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema })),
  requestBody: z.object({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content })),
})
export type ApiOperation = z.input<typeof operation>

/** The part of OpenAPI 3.1 that describes this API. */
export const apiDocument = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  /** By path and method in lower case. */
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ securitySchemes: schema, schemas: z.record(z.string(), schema) }),
})
export type ApiDocument = z.input<typeof apiDocument>
