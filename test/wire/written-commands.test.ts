import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { commandWriter } from '#kernel/commands/command-writer.ts'
import { features } from '#features/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

const catalogue = createCatalogue(features)
const typed = commandWriter(catalogue, { source: 'prefix', prefix: '!' })
const chosen = commandWriter(catalogue, { source: 'slash', prefix: '!' })

test.each([
  ['antinuke', '/antinuke status'],
  ['antinuke panic off', '/antinuke panic off'],
  ['inviterank add <role> <invites>', '/invites rank add <role> <invites>'],
  ['levelup message on', '/levels levelup message on'],
  ['unban 123', '/unban 123'],
  ['rr', '/reactionrole list'],
  ['tag refund', '/tag send refund'],
  ['config <module> on|off', '/config set <module> on|off'],
  // Commands that can only be typed, or that are not ours.
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

test.each([
  ['counter list', 'There are no counters.', {}, 'counter set members Members', '/counter set members Members'],
  ['config list', 'switches one', {}, 'config <module> on|off', '/config set <module> on|off'],
  ['tag save', 'answers with that now', { name: 'refund', text: 'In three days.' }, 'tag refund', '/tag send refund'],
])(
  'the answer to %s names a further command as the caller called this one',
  async (path, answer, options, typed, chosen) => {
    const general = harness.channel('general')
    const owner = harness.as('owner')
    const asked = await owner.say(general, `.${[path, ...Object.values(options)].join(' ')}`)
    const said = textOf(await harness.answerTo(asked))
    expect([said.includes(answer), said.includes(`.${typed}`)]).toEqual([true, true])
    await owner.slash(general, path, options)
    const shown = await until('the answer', () => harness.shownTo('owner').find(one => textOf(one).includes(answer)))
    expect(textOf(shown)).toContain(chosen)
  },
)
