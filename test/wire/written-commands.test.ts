import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { writtenAs } from '#kernel/commands/written-as.ts'
import { features } from '#features/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

const catalogue = createCatalogue(features)
const typed = writtenAs(catalogue, { source: 'prefix', prefix: '!' })
const chosen = writtenAs(catalogue, { source: 'slash', prefix: '!' })

test.each([
  ['antinuke', '/antinuke status'],
  ['antinuke panic off', '/antinuke panic off'],
  ['inviterank add <role> <invites>', '/invites rank add <role> <invites>'],
  ['levelup message on', '/levels levelup message on'],
  ['unban 123', '/unban 123'],
  ['rr', '/reactionrole list'],
  ['tag refund', '/tag send refund'],
  ['config <module> on|off', '/config set <module> on|off'],
  // Only typed, or no command of ours.
  ['premium grant here 3', '!premium grant here 3'],
  ['prefix', '!prefix'],
  ['rules', '!rules'],
])('%s is called so after a slash', (words, path) => {
  expect(typed(words)).toBe(`!${words}`)
  expect(chosen(words)).toBe(path)
})

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

test('answers name further commands as the caller called this one', async () => {
  const general = harness.channel('general')
  const asked = await harness.as('owner').say(general, '.counter list')
  expect(textOf(await harness.answerTo(asked))).toContain('`.counter set members Members` makes one.')
  await harness.as('owner').slash(general, 'counter list')
  const shown = await until('the answer', () =>
    harness.shownTo('owner').find(one => textOf(one).includes('There are no counters.')),
  )
  expect(textOf(shown)).toContain('`/counter set members Members` makes one.')
})
