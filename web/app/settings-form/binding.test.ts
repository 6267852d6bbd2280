import { expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '#contract'
import { defaultsOf, drawing } from './binding.ts'
import { bySeverity, findingsOf } from './findings.tsx'

test('a field is drawn as its contract says, also behind a default', () => {
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

test('a page shows the warnings of its own feature, a field those of its own setting', () => {
  const finding = (feature: string, setting?: string) => ({
    feature,
    severity: 'error' as const,
    title: feature,
    repair: '',
    ...(setting && { setting }),
  })
  const all = [finding('greetings', 'channel'), finding('greetings'), finding('tickets', 'channel')]
  expect(findingsOf(all, 'greetings')).toHaveLength(2)
  expect(findingsOf(all, 'greetings', 'channel')).toEqual([all[0]])
  const mild = { ...finding('tickets'), severity: 'warning' as const }
  expect(bySeverity([mild, ...all])).toEqual([...all, mild])
})
