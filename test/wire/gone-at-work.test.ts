// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { leaveGuild } from '#sandbox/world/members/departure.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { everythingOn } from '../e2e/everything-on.ts'
import { deleteReferenced, settingsWithReferences } from '../deleted-references.ts'
import { createHarness, type Harness } from '../harness.ts'
import { until } from '../until.ts'

/** Every setting names a deleted channel, category or role, and everything that is on does its work. */
let app: Harness
let ahead = 0
let gone: readonly string[]
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  await everythingOn({ harness: app })
  gone = await deleteReferenced(app)
})
afterAll(() => app.close())

const guild = () => app.product.services.client.guilds.cache.get(app.guildId)
const general = () => app.channel('general')
const faults = () => app.logged.filter(line => /"level":(?:50|60)/.test(line))

/** Lets two hours pass and runs what becomes due. */
async function later() {
  for (let hour = 0; hour < 2; hour += 1) {
    ahead += 3_600_000
    await app.product.services.scheduler.tick()
  }
}

const works: Record<string, () => Promise<unknown>> = {
  async 'somebody joins and leaves'() {
    const userId = createAccount(app.sandbox.context, 'newcomer')
    joinGuild(app.sandbox.context, userId, app.guildId)
    await until('them to be known', () => guild()?.members.cache.has(userId))
    await until('the log to say why they are not welcomed', () =>
      app.logged.some(line => line.includes('"kind":"welcome"') && line.includes('no longer exists')),
    )
    leaveGuild(app.sandbox.context, userId, app.guildId)
    await until('them to be gone', () => !guild()?.members.cache.has(userId))
  },
  async 'somebody writes, changes it, deletes it, and levels up'() {
    for (let message = 0; message < 30; message += 1) {
      ahead += 120_000
      await app.as('member1').say(general(), `good morning ${message}`)
    }
    const { id } = await app.as('member1').say(general(), 'good night')
    await app.as('member1').rest('PATCH', `/channels/${general()}/messages/${id}`, { content: 'good morning' })
    await app.as('member1').rest('DELETE', `/channels/${general()}/messages/${id}`)
    await app.answerTo(await app.as('member1').say(general(), '.rank'))
  },
  async 'somebody floods, shouts, posts invites and pings everybody'() {
    for (const text of [
      'discord.gg/abcdefg',
      'AAAAAAAAAAAAAAAAAAAAAAAAAA',
      '@everyone',
      ...Array<string>(8).fill('again'),
    ])
      await app.as('member2').say(general(), text)
  },
  async 'somebody reacts with a flag and a star'() {
    const { id } = await app.as('member1').say(general(), 'guten Morgen')
    for (const emoji of ['🇬🇧', '⭐'])
      await app
        .as('member3')
        .rest('PUT', `/channels/${general()}/messages/${id}/reactions/${encodeURIComponent(emoji)}/@me`)
  },
  async 'a moderator warns, times out, kicks and bans'() {
    const whom = (login: string) => `<@${app.as(login).userId}>`
    for (const command of [
      `.warn ${whom('member4')} noise`,
      `.timeout ${whom('member4')} 10m noise`,
      `.kick ${whom('member5')} noise`,
      `.ban ${whom('member6')} noise`,
      '.lock',
      '.unlock',
      `.rep ${whom('member1')}`,
    ])
      expect(await app.answer('owner', command)).not.toMatch(/internal error|reference/i)
  },
  async 'somebody asks for help and for a ticket'() {
    for (const command of ['.help', '.ticket list', '.invites', '.leaderboard', '.reputation'])
      expect(await app.answer('member1', command)).not.toMatch(/internal error|reference/i)
  },
  async 'an administrator deletes channels and roles'() {
    for (let count = 0; count < 6; count += 1) {
      const path = `/guilds/${app.guildId}/channels`
      const { id } = await app.as('owner').rest<{ id: string }>('POST', path, { name: `spare-${count}` })
      await app
        .as('rogue')
        .rest('DELETE', `/channels/${id}`)
        .catch(() => undefined)
    }
  },
}

test('no feature has dropped its references: with anti-nuke on, the deleted things may be restored', () => {
  const { settings } = app.product.services
  const kept = settingsWithReferences.filter(({ contract, key }) => {
    const own: Record<string, unknown> = settings.read(app.guildId, contract)
    return gone.some(id => JSON.stringify(own[key]).includes(id))
  })
  expect(kept.map(({ contract, key }) => `${contract.name}.${key}`)).toEqual(
    expect.arrayContaining(['greetings.welcome_channel', 'moderation.modlogChannel', 'leveling.levelRoles']),
  )
})

test.each(Object.entries(works))('%s: nothing fails, and nobody is told about deleted things', async (_, work) => {
  await work()
  await app.answer('owner', '.ping')
  await later()
  await app.answer('owner', '.ping')
  expect(faults()).toEqual([])
  const said = [...(app.sandbox.context.world.guilds.get(app.guildId)?.channelIds ?? [])].flatMap(id =>
    app.messages(id).filter(({ author }) => author.id === app.botId),
  )
  const mentioning = said
    .map(message => JSON.stringify(message))
    .filter(text => gone.some(id => text.includes(`${id}>`)))
  expect(mentioning).toEqual([])
})
