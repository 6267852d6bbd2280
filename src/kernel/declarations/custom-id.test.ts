import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { customId, readCustomId } from './custom-id.ts'

const shop = contract('shop', { title: 'Shop' })
const basket = z.object({ caller: z.string(), page: z.coerce.number(), note: z.string().optional() })

test('data in a custom id is read back unchanged', () => {
  const data = { caller: '123456789012345678', page: 3, note: 'a,b%c:d' }
  const id = customId(shop, 'basket', basket, data)
  const read = readCustomId(id)
  expect(read).toMatchObject({ feature: 'shop', component: 'basket' })
  expect(basket.parse(read?.read(basket))).toEqual(data)
})

test.each([
  ['an object', basket, { caller: 'x', page: 1 }],
  ['nothing', z.object({}), {}],
  ['a single value', z.string(), 'apple, red'],
])('the owner of a control comes before %s in its custom id', (_name, schema, data) => {
  const id = customId(shop, 'basket', schema, data, '123456789012345678')
  const read = readCustomId(id)?.readWithCaller(schema)
  expect(read?.caller).toBe('123456789012345678')
  expect(schema.parse(read?.data)).toEqual(data)
})

test('an absent value stays absent', () => {
  const id = customId(shop, 'basket', basket, { caller: '1', page: 0 })
  expect(basket.parse(readCustomId(id)?.read(basket))).toEqual({ caller: '1', page: 0 })
})

test('a single value needs no object', () => {
  const id = customId(shop, 'buy', z.string(), 'apple, red')
  expect(readCustomId(id)?.read(z.string())).toBe('apple, red')
})

test('an id that does not fit into 100 characters is refused where it is made', () => {
  expect(() => customId(shop, 'buy', z.string(), 'x'.repeat(100))).toThrow(/custom id/)
})

test.each(['', 'hello', ':::', 'Shop:buy:1', 'shop:buy', '__proto__:x:1'])('%j is not one of ours', id => {
  expect(readCustomId(id)).toBeUndefined()
})

test('broken data fails the schema instead of throwing', () => {
  const read = readCustomId('shop:basket:%E0%A4%A,many,more,parts')
  expect(basket.safeParse(read?.read(basket)).success).toBe(false)
})
