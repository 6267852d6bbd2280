import { expect, test } from 'vitest'
import { contract } from '#contract'
import { command, option } from '../feature.ts'
import { usageEmbed, usageOf } from './usage.ts'

const shop = contract('shop', { title: 'Shop' })
const buy = command<typeof shop>()({
  description: 'Buys something',
  needs: ['ManageGuild', 'ModerateMembers'],
  options: { thing: option.choice('what', ['apple', 'pear']), note: option.rest('a note', { optional: true }) },
  examples: ['apple for mara'],
  run: () => undefined,
})

test('the usage shows choices, required and optional arguments', () => {
  expect(usageOf('.', 'buy', buy)).toBe('.buy <apple|pear> [note]')
})

test('a usage error shows what was wrong, the usage, and an example', () => {
  const embed = usageEmbed('.', 'buy', buy, { problem: 'Missing: thing.' })
  expect(embed.description).toContain('Missing: thing.')
  expect(embed.description).toContain('.buy <apple|pear> [note]')
  expect(embed.fields?.at(-1)?.value).toContain('.buy apple for mara')
})

test('help says in readable words what a command needs', () => {
  expect(usageEmbed('.', 'buy', buy).footer?.text).toBe('Needs: Manage Server and Timeout Members')
})
