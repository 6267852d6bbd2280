// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'
import { caseKinds } from '../contract.ts'
import { caseColours } from '../template.ts'
import { casePosts } from '../table.ts'

/** The post of a case in the moderation log, and its later updates. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const say = async (text: string) => {
  const asked = await app.as('owner').say(app.channel('general'), text)
  return { asked, text: textOf(await app.answerTo(asked)) }
}
const numberIn = (text: string) => Number(/[Cc]ase #(\d+)/.exec(text)?.[1])
const posts = () => app.messages(app.channel('safety')).flatMap(({ embeds }) => embeds)
const postOf = (number: number) =>
  until(`the post of case ${number}`, () => posts().find(one => one.title === `Case #${number}`))
const stored = (number: number) =>
  until(`where case ${number} is posted`, () =>
    app.product.services.db
      .select()
      .from(casePosts)
      .all()
      .find(one => one.number === number),
  )
const pass = async (ms: number) => {
  ahead += ms
  app.sandbox.advance(ms)
  await app.product.services.scheduler.tick()
}
const fieldOf = async (number: number, name: string) =>
  (await postOf(number)).fields?.find(field => field.name === name)?.value

test('an entry mentions people and links to the message, the channel and the case, and pings nobody', async () => {
  const { asked, text } = await say(`.timeout <@${idOf('member1')}> 1h spam`)
  const number = numberIn(text)
  const post = await postOf(number)
  const value = (name: string) => post.fields?.find(field => field.name === name)?.value
  expect(value('Member')).toContain(`<@${idOf('member1')}>`)
  expect(value('Moderator')).toBe(`<@${idOf('owner')}>`)
  expect(value('Ordered in')).toBe(`https://discord.com/channels/${app.guildId}/${asked.channel_id}/${asked.id}`)
  expect(post.url).toMatch(new RegExp(`/manage/${app.guildId}/moderation\\?case=${number}#cases$`))
  const message = app.messages(app.channel('safety')).find(({ embeds }) => embeds.some(one => one.title === post.title))
  expect(message?.mentions).toEqual([])
  const { text: slowed } = await say('.slowmode 7')
  expect(await fieldOf(numberIn(slowed), 'Channel')).toContain(`<#${app.channel('general')}>`)
})

test('a post is updated with its case: reason, end, void; several in one message do not affect each other', async () => {
  const first = numberIn((await say(`.warn <@${idOf('member2')}> one`)).text)
  const second = numberIn((await say(`.timeout <@${idOf('member3')}> 1h two`)).text)
  await Promise.all([stored(first), stored(second)])
  await say(`.case reason ${first} posted adverts`)
  await say(`.case delete ${second}`)
  await pass(2000)
  expect(await fieldOf(first, 'Reason')).toBe('posted adverts')
  expect(await fieldOf(second, 'State')).toContain('Void')
  expect(await fieldOf(second, 'Reason')).toBe('two')
  await say(`.clearwarn <@${idOf('member2')}>`)
  await pass(2000)
  expect(await fieldOf(first, 'State')).toBe('Cleared')
})

test('the posts of an expired timeout and a lifted ban say so', async () => {
  const timeout = numberIn((await say(`.timeout <@${idOf('member4')}> 10m spam`)).text)
  const ban = numberIn((await say(`.ban ${idOf('member5')} 1h spam`)).text)
  await Promise.all([stored(timeout), stored(ban)])
  expect([await fieldOf(timeout, 'State'), await fieldOf(ban, 'State')]).toEqual([undefined, undefined])
  await pass(11 * 60_000)
  expect([await fieldOf(timeout, 'State'), await fieldOf(ban, 'State')]).toEqual(['No longer in force', undefined])
  await say(`.unban ${idOf('member5')}`)
  await pass(2000)
  expect(await fieldOf(ban, 'State')).toBe('No longer in force')
})

/** Everything that has a duration, and what ends it early. */
const forATime = [
  ['timeout', () => `.timeout <@${idOf('member7')}> 10m noise`, () => `.untimeout <@${idOf('member7')}>`],
  ['ban', () => `.ban ${idOf('member8')} 10m noise`, () => `.unban ${idOf('member8')}`],
  ['lock', () => '.lock #woodwork 10m noise', () => '.unlock #woodwork'],
] as const

test.each(forATime)(
  'the post of a %s for a time says when that ended early, or by itself',
  async (_kind, act, lift) => {
    const early = numberIn((await say(act())).text)
    await stored(early)
    expect(await fieldOf(early, 'Expires')).toMatch(/^<t:\d+:R>$/)
    expect(await fieldOf(early, 'State')).toBeUndefined()
    await say(lift())
    await pass(2000)
    expect(await fieldOf(early, 'State')).toBe('No longer in force')
    const late = numberIn((await say(act())).text)
    await stored(late)
    await pass(11 * 60_000)
    expect(await fieldOf(late, 'State')).toBe('No longer in force')
  },
)

test('the case of a lock that gets another end, or whose channel is deleted, is no longer in force', async () => {
  const first = numberIn((await say('.lock #kiln-and-clay 10m noise')).text)
  await stored(first)
  const second = numberIn((await say('.lock #kiln-and-clay 20m more noise')).text)
  await stored(second)
  await pass(2000)
  expect([await fieldOf(first, 'State'), await fieldOf(second, 'State')]).toEqual(['No longer in force', undefined])
  await app.as('owner').rest('DELETE', `/channels/${app.channel('kiln-and-clay')}`)
  await until('the lock to be over', async () => {
    await pass(2000)
    return (await fieldOf(second, 'State')) === 'No longer in force'
  })
})

test('a case looks the same in chat and in the log: wording, color, where it was ordered', async () => {
  const { asked, text } = await say(`.warn <@${idOf('member2')}> three`)
  const number = numberIn(text)
  await stored(number)
  await say(`.case delete ${number}`)
  await pass(2000)
  const post = await postOf(number)
  const [shown] = (await app.answerTo((await say(`.case ${number}`)).asked)).embeds
  expect(shown).toMatchObject({ color: post.color, fields: post.fields, url: post.url })
  expect(post.fields).toContainEqual(
    expect.objectContaining({ name: 'State', value: expect.stringMatching(/^Void: /) }),
  )
  expect(await fieldOf(number, 'Ordered in')).toContain(asked.id)
})

test('every command that makes a case says where it was ordered', async () => {
  await say(`.ban ${idOf('stranger')} spam`)
  const lifted = await say(`.unban ${idOf('stranger')}`)
  expect(await fieldOf(numberIn(lifted.text), 'Ordered in')).toContain(lifted.asked.id)
  for (const text of [`.massban ${idOf('stranger')} raid`, `.note <@${idOf('member2')}> asks a lot`]) {
    const { asked } = await say(text)
    const [newest] = findCases(app.product.services, app.guildId, {}, { limit: 1 }).found
    expect([text, newest?.origin]).toEqual([text, `${asked.channel_id}/${asked.id}`])
  }
})

test('a change survives a restart and an outage of Discord; a deleted post stays deleted', async () => {
  const number = numberIn((await say(`.warn <@${idOf('member6')}> one`)).text)
  const { channelId, messageId } = await stored(number)
  app.sandbox.context.conditions.failNext = {
    count: 4,
    status: 502,
    route: 'PATCH /channels/:channel_id/messages/:message_id',
  }
  await say(`.case reason ${number} two`)
  await app.restart()
  await pass(5000)
  app.sandbox.context.conditions.failNext = undefined
  await pass(60_000)
  expect(await fieldOf(number, 'Reason')).toBe('two')
  await app.as('owner').rest('DELETE', `/channels/${channelId}/messages/${messageId}`)
  await say(`.case reason ${number} three`)
  await pass(5000)
  expect(posts().some(({ title }) => title === `Case #${number}`)).toBe(false)
  expect(
    app.product.services.db
      .select()
      .from(casePosts)
      .all()
      .some(one => one.messageId === messageId),
  ).toBe(false)
})

/** The WCAG contrast of two colors. */
function contrast(one: number, other: number): number {
  const light = (colour: number) => {
    const part = (shift: number) => {
      const value = ((colour >> shift) & 255) / 255
      return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
  const [dark = 0, bright = 0] = [light(one), light(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

test.each(caseKinds.map(({ value }) => value))('the color of %s is visible on Discord’s dark background', kind => {
  expect(contrast(caseColours[kind], 0x2b2d31)).toBeGreaterThan(3)
})
