import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  contract,
  editedFrom,
  field,
  nameOfPosted,
  postedAs,
  postedFrom,
  postedName,
  settingsForm,
  shownAs,
} from '#contract'

const settings = z.object({
  enabled: field.toggle('Shop').default(false),
  mostItems: field
    .number('Most items', { min: 1, max: 9, posted: 'max_items', shown: ['limit', 'shop.limit'] })
    .default(3),
  orderChannel: field.channel('Orders').nullable().default(null),
  servedBy: field.role('Served by').nullable().default(null),
  paidWith: field
    .choice('Paid with', [
      { value: 'XP', label: 'XP' },
      { value: 'coins', label: 'Coins' },
    ])
    .default('coins'),
  welcomeText: field.message('Welcome', { escaped: true }).default(''),
  tags: z.array(z.string().max(3)).default([]).meta({ title: 'Tags' }),
})
const form = settingsForm({
  summary: 'Saves the shop.',
  address: '/guild/:guildId/shop',
  flag: 'shopUpdate',
  section: 'shop',
  keys: 'snake_case',
  settings,
  shows: z.object({ visitors: z.number() }),
})
const values = settings.parse({})

test('a body has the keys of the fields, and any of them may be left out', () => {
  expect(Object.keys(form.body.shape)).toEqual([
    'enabled',
    'max_items',
    'order_channel',
    'served_by',
    'paid_with',
    'welcome_text',
    'tags',
  ])
  expect(form.body.parse({})).toEqual({})
  expect(form.body.safeParse({ maxItems: 3 }).success).toBe(false)
  expect(form.body.safeParse({ max_items: 10 }).error?.issues[0]?.message).toBe('Most items must be at most 9.')
})

test('bodies of documented clients are understood', () => {
  const posted = {
    enabled: 'on',
    order_channel: '#',
    paid_with: 'xp',
    welcome_text: String.raw`a\nb`,
  }
  expect(postedFrom(form, form.body.parse(posted))).toEqual({
    enabled: true,
    orderChannel: null,
    paidWith: 'XP',
    welcomeText: 'a\nb',
  })
  expect(form.body.parse({ order_channel: '', served_by: '' })).toEqual({ order_channel: null, served_by: null })
  for (const wrong of [{ enabled: 'yes' }, { paid_with: 'gold' }, { order_channel: 5 }, { welcome_text: 1 }])
    expect(form.body.safeParse(wrong).success).toBe(false)
})

test('an empty field does not count as none if it must name something', () => {
  const strict = settingsForm({
    summary: '',
    address: '/guild/:guildId/x',
    flag: 'x',
    settings: z.object({ to: field.channel('To').default('general'), by: field.role('By').default('') }),
  })
  expect(strict.body.safeParse({ to: '' }).success).toBe(false)
  expect(strict.body.safeParse({ by: '' }).success).toBe(false)
})

test('the view has the documented shape, and the edited settings can be read back from it', () => {
  const view = shownAs(form, { ...values, visitors: 7 })
  expect(view).toEqual({
    limit: 3,
    shop: {
      enabled: false,
      limit: 3,
      order_channel: null,
      served_by: null,
      paid_with: 'coins',
      welcome_text: '',
      tags: [],
      visitors: 7,
    },
  })
  expect(form.view.parse(view)).toEqual(view)
  expect(editedFrom(form, view)).toEqual(values)
})

test('a page posts its values, with switches as the words on and off', () => {
  expect(postedAs(form, { enabled: false, mostItems: 4, tags: ['a'] })).toEqual({
    enabled: 'off',
    max_items: 4,
    tags: ['a'],
  })
  expect(form.body.safeParse(postedAs(form, values)).success).toBe(true)
})

test('a path into a field is translated both ways', () => {
  expect(postedName(form, 'mostItems')).toBe('max_items')
  expect(postedName(form, 'orderChannel.0.id')).toBe('order_channel.0.id')
  expect(nameOfPosted(form, 'order_channel.0.id')).toBe('orderChannel.0.id')
  expect([postedName(form, 'other'), nameOfPosted(form, 'other')]).toEqual(['other', 'other'])
})

test('a form without a section shows its fields directly, under their own names', () => {
  const plain = settingsForm({ summary: '', address: '/guild/:guildId/x', flag: 'x', settings })
  expect(shownAs(plain, values)).toMatchObject({ enabled: false, limit: 3, orderChannel: null })
  expect(plain).toMatchObject({ needs: 'manage', under: 'guild' })
})

test('a form belongs to a guild', () => {
  const nowhere = settingsForm({ summary: '', address: '/shop', flag: 'x', settings })
  expect(() => contract('shop', { title: 'Shop', settings, forms: { nowhere } })).toThrow('names no :guildId')
})
