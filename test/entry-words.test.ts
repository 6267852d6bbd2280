import { expect, test } from 'vitest'
import { z } from 'zod'
import { entryDescriberOf, titleOf, valueDescriberOf } from '#contract'
import { features } from '#features/index.ts'

/** The schema inside defaults, nullables and pipes. */
function inside(schema: z.core.$ZodType): z.core.$ZodType {
  if (!(schema instanceof z.ZodType)) return schema
  const { innerType, in: input } = schema.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const next = innerType ?? input
  return next ? inside(next) : schema
}

const holdsObjects = (schema: z.core.$ZodType) => {
  const list = inside(schema)
  return list instanceof z.ZodRecord || (list instanceof z.ZodArray && inside(list.element) instanceof z.ZodObject)
}

/** Whether a setting that consists of several fields describes each of them. */
const isTold = (schema: z.ZodType): boolean => {
  const whole = inside(schema)
  if (!(whole instanceof z.ZodObject) || entryDescriberOf(schema) || valueDescriberOf(schema)) return true
  return Object.values<z.core.$ZodType>(whole.shape).every(
    one => one instanceof z.ZodType && titleOf(one) !== undefined && !(inside(one) instanceof z.ZodObject),
  )
}

const lists = features.flatMap(({ contract }) =>
  Object.entries<z.ZodType>(contract.settings.shape)
    .filter(([, schema]) => holdsObjects(schema))
    .map(([key, schema]) => ({ setting: `${contract.name}.${key}`, schema })),
)

test('there are settings that hold objects', () => {
  expect(lists.map(({ setting }) => setting)).toContain('access.grants')
})

test.each(lists)('$setting says how its entries are described', ({ schema }) => {
  expect(entryDescriberOf(schema)).toBeTypeOf('function')
})

test.each(features.map(({ contract }) => contract))(
  'the settings of $name that are several fields name them',
  contract => {
    const untold = Object.entries<z.ZodType>(contract.settings.shape).filter(([, schema]) => !isTold(schema))
    expect(untold.map(([key]) => key)).toEqual([])
  },
)
