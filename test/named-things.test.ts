import { expect, test } from 'vitest'
import { z } from 'zod'
import { field, roleId, snowflake } from '#contract'
import { features } from '#features/index.ts'
import { naming, storedFields, unsaidIds } from './named-things.ts'

const unsaid = (fields: readonly { path: string; schema: z.ZodType }[]) =>
  fields.flatMap(({ path, schema }) => [...unsaidIds(schema, path)])

test('every id in settings and in what people make declares its kind, so that pages are tried with deleted things', () => {
  const fields = storedFields(features)
  expect(fields.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['leveling.levelRoles', 'tickets.panels.categories', 'automations.automations.actions']),
  )
  expect(unsaid(fields)).toEqual([])
})

test('a feature that does not declare it is found, however deep its ids are', () => {
  const planted = {
    gives: z.array(z.object({ stars: z.int(), role: snowflake.nullable().default(null) })).default([]),
    pinned: z.preprocess(value => value, z.record(z.string().regex(/^\d{17,20}$/), z.boolean())),
    told: z.object({ where: field.channel('Where').nullable(), whom: z.array(roleId) }),
    motto: z.string().max(100).default(''),
  }
  const fields = Object.entries(planted).map(([path, schema]) => ({ path, schema }))
  expect(unsaid(fields)).toEqual(['gives[].role', 'pinned{}'])
  expect(Object.values(planted).map(naming)).toEqual([
    undefined,
    undefined,
    { where: '<channel>', whom: ['<role>'] },
    undefined,
  ])
})
