import type { APIMessage } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

/** Acts that undo each other have similar replies: in the channel, with the reason, and with what is left to do. */
let app: Harness
let general: string
beforeAll(async () => {
  app = await createHarness()
  general = app.channel('general')
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const ask = async (text: string) => textOf(await app.answerTo(await app.as('admin').say(general, text)))
const fromBot = () => app.messages(general).filter(({ author }) => author.id === app.botId)

/** What everybody in the channel sees after a slash command. */
async function publicly(act: () => Promise<void>, wanted: string): Promise<APIMessage> {
  const known = new Set(fromBot().map(({ id }) => id))
  await act()
  return until(`everybody to see ${wanted}`, () =>
    fromBot().find(message => !known.has(message.id) && textOf(message).includes(wanted)),
  )
}

test('the reply to every act with a reason repeats the reason, and so does the reply to its reversal', async () => {
  const one = idOf('member1')
  for (const act of [
    `warn ${one}`,
    `timeout ${one} 10m`,
    `untimeout ${one}`,
    `lock 10m`,
    'lock 20m',
    'unlock',
    `kick ${one}`,
    `ban ${idOf('member2')}`,
    `unban ${idOf('member2')}`,
    `softban ${idOf('member3')}`,
    `massban ${idOf('member7')} ${idOf('stranger')}`,
  ])
    expect([act, await ask(`.${act} the same picture again`)]).toEqual([
      act,
      expect.stringMatching(/\nReason: the same picture again$/),
    ])
})

test('names never appear as mentions, and naming two members with an “and” kicks nobody', async () => {
  const [one, other] = [`<@${idOf('member6')}>`, `<@${idOf('member8')}>`]
  for (const name of [other, '<@&1>', '<:kiln:123456789012345678>'])
    expect(await ask(`.nick ${one} ${name}`)).toContain('A nickname is plain text')
  expect(await ask(`.kick ${one} and ${other}`)).toContain('Nothing was done.')
  expect(await ask(`.nick ${one} I <3 kilns`)).toContain('is now called **I <3 kilns**')
})

test('everybody sees a ban and its end, even with slash commands', async () => {
  const user = idOf('member5')
  const slash = (path: string, options: Record<string, string>) => () => app.as('admin').slash(general, path, options)
  expect(textOf(await publicly(slash('ban', { user }), 'was banned'))).toContain('for good')
  await publicly(slash('unban', { user, reason: 'a mistake' }), 'Reason: a mistake')
})

test('the person chosen from the list of bans is shown to everybody, the list only to the caller', async () => {
  await ask(`.ban ${idOf('member4')}`)
  const before = app.shownTo('admin').length
  await app.as('admin').slash(general, 'unban', { user: 'pi', reason: 'talked' })
  const list = await until('the list', () =>
    app
      .shownTo('admin')
      .slice(before)
      .find(each => each.components?.length),
  )
  const [row] = list.components ?? []
  const menu = row && 'components' in row ? row.components[0] : undefined
  if (!menu || !('custom_id' in menu) || !menu.custom_id) throw new Error('no menu')
  const id = menu.custom_id
  const told = await publicly(() => app.as('admin').press(list, id, [idOf('member4')]), 'Reason: talked')
  expect(textOf(told)).toContain('is no longer banned')
})

test('the reply about a voided case says that its act stays in force, and how to end it', async () => {
  const number = (told: string) => /ase #(\d+)/.exec(told)?.[1]
  const ban = number(await ask(`.ban ${idOf('member8')} raid`))
  expect(await ask(`.case delete ${ban}`)).toMatch(
    /is void\. The ban itself stands: .+ stays banned until `\.unban \d+`/,
  )
  const lock = number(await ask('.lock'))
  expect(await ask(`.case delete ${lock}`)).toContain('stays locked; `.unlock`')
  await ask('.unlock')
  const timeout = number(await ask(`.timeout ${idOf('moderator')} 10m`))
  expect(await ask(`.case delete ${timeout}`)).toContain(`\`.untimeout ${idOf('moderator')}\``)
  const warning = number(await ask(`.warn ${idOf('moderator')}`))
  expect(await ask(`.case delete ${warning}`)).toMatch(/^Case #\d+ is void\.$/)
})
