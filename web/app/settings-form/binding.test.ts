import { expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '#contract'
import { defaultsOf, drawing } from './binding.ts'

test('a field is rendered as its contract says, even if it has a default', () => {
  const prefix = field.text('Bot Prefix', { max: 5, help: 'What commands begin with.' }).default('.')
  expect(drawing('prefix', prefix)).toMatchObject({ control: 'text', label: 'Bot Prefix', max: 5 })
  expect(drawing('bare', z.string())).toEqual({ control: 'text', label: 'bare' })
})

test('a form starts from the defaults of its contract', () => {
  expect(defaultsOf({ on: field.toggle('On').default(true), channel: field.channel('Channel').nullable() })).toEqual({
    on: true,
    channel: undefined,
  })
})
