import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, pressKey } from '#contract'
import { features } from '#features/index.ts'
import kernel from '#kernel/contract.ts'

const inside = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? inside(schema.unwrap()) : schema

/** Whether a client that repeats a request can say that it is the same press. */
function takesKey({ body }: Endpoint): boolean {
  const fields = body && 'takes' in body ? body.fields : body
  return Object.values<z.core.$ZodType>(fields?.shape ?? {}).some(field => inside(field) === pressKey)
}

const posts = [kernel, ...features.map(({ contract }) => contract)].flatMap(({ name, endpoints }) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([, { method }]) => method === 'POST')
    .map(([key, endpoint]) => ({ post: `${name}.${key}`, endpoint })),
)

test('there are posts of both kinds', () => {
  expect(posts.filter(({ endpoint }) => takesKey(endpoint)).map(({ post }) => post)).toContain('emojis.upload')
  expect(posts.find(({ post }) => post === 'automations.turn')?.endpoint.idempotent).toBeDefined()
})

test.each(posts)(
  '$post takes the key of a press, only asks, or says why a second one does nothing more',
  ({ endpoint }) => {
    const { onlyAsks, idempotent } = endpoint
    expect([takesKey(endpoint), onlyAsks === true, idempotent !== undefined].filter(Boolean)).toHaveLength(1)
    expect(idempotent ?? 'It has the key, or asks.').toMatch(/^[A-Z].{10,}\.$/)
  },
)
