import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkDelete } from '#sandbox/world/messages/remove.ts'
import { connectVoice } from '#sandbox/world/voice.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { findCases } from '../cases/case-search.ts'

/** What people do by hand in Discord's client, as recorded in the audit log. */
let app: Harness
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  const owner = await app.signIn('owner')
  await owner.call('POST', `/api/guild/${app.guildId}/basic`, { modUpdate: true, modlog_channel: 'safety' })
})
afterAll(() => app.close())

const idOf = (login: string) => app.as(login).userId
const cases = (filter = {}) => findCases(app.product.services, app.guildId, filter, { limit: 50 }).found
const newest = () => cases()[0]
const edit = (by: string, login: string, body: Record<string, unknown>) =>
  app.as(by).rest('PATCH', `/guilds/${app.guildId}/members/${login}`, body)
const arrived = (kind: string, count = 1) =>
  until(`the case of ${kind}`, () => {
    const found = cases({ kind, source: 'discord' })
    return found.length >= count && found[0]
  })
const sitDown = (login: string) =>
  connectVoice(app.sandbox.context, idOf(login), app.guildId, { channelId: app.channel('Bench talk') })

test('nicknames, voice mutes and deafening by hand are cases; renaming oneself and what the bot does are not', async () => {
  sitDown('member1')
  await app.as('member1').rest('PATCH', `/guilds/${app.guildId}/members/@me`, { nick: 'Jun the Great' })
  await edit('owner', idOf('member1'), { nick: 'Jun', mute: true })
  expect(await arrived('nick')).toMatchObject({
    targetId: idOf('member1'),
    moderatorId: idOf('owner'),
    detail: '“Jun the Great” is now “Jun”',
  })
  await arrived('voice-mute')
  await edit('owner', idOf('member1'), { deaf: true, mute: false })
  await arrived('deafen')
  await arrived('voice-unmute')
  const asked = await app.as('owner').say(app.channel('general'), `.nick <@${idOf('member1')}> Captain`)
  await app.answerTo(asked)
  await edit('owner', idOf('member1'), { deaf: false })
  await arrived('undeafen')
  expect(cases({ kind: 'nick' }).map(({ source }) => source)).toEqual(['person', 'discord'])
  expect(cases({ source: 'discord' })).toHaveLength(5)
})

test('moves or disconnections by hand are one case, whose count is updated when the entry has grown', async () => {
  for (const login of ['member2', 'member3', 'member4']) sitDown(login)
  const channel_id = app.channel('Quiet corner')
  await edit('owner', idOf('member2'), { channel_id })
  expect(await arrived('move')).toMatchObject({ targetId: null, channelId: channel_id, count: 1, detail: '1 member' })
  await edit('owner', idOf('member3'), { channel_id })
  await edit('owner', idOf('member4'), { channel_id })
  await edit('owner', idOf('member2'), { channel_id: null })
  expect(await arrived('disconnect')).toMatchObject({ count: 1, channelId: null })
  ahead += 11 * 60_000
  await app.product.services.scheduler.tick()
  expect(cases({ kind: 'move' })).toMatchObject([{ count: 3, detail: '3 members', moderatorId: idOf('owner') }])
  expect(cases({ kind: 'disconnect' })).toMatchObject([{ count: 1 }])
})

test('a bulk deletion by another bot is a case about its channel; one of ours is not recorded twice', async () => {
  const general = app.channel('general')
  const sent: string[] = []
  for (const text of ['one', 'two', 'three']) sent.push((await app.as('member5').say(general, text)).id)
  bulkDelete(app.sandbox.context, { userId: idOf('owner') }, general, { messages: sent })
  expect(await arrived('purge')).toMatchObject({ channelId: general, count: 3, detail: '3 messages' })
  await app.as('member5').say(general, 'four')
  await app.as('owner').say(general, '.purge 1')
  await until('our purge', () => cases({ kind: 'purge' }).length === 2)
  await edit('owner', idOf('member6'), { nick: 'later' })
  await until('the nickname', () => newest()?.targetId === idOf('member6'))
  expect(cases({ kind: 'purge' }).map(({ source }) => source)).toEqual(['person', 'discord'])
})

test('an entry without an executor is attributed to an unknown person, and never repeats an act of the bot', async () => {
  ahead = 0
  app.sandbox.context.conditions.auditExecutors = 'null'
  const asked = await app
    .as('owner')
    .say(app.channel('general'), `.massban ${idOf('member7')} ${idOf('stranger')} raid`)
  expect(textOf(await app.answerTo(asked))).toContain('Banned 2 of 2')
  await app.as('member5').say(app.channel('general'), 'five')
  await app.answerTo(await app.as('owner').say(app.channel('general'), '.purge 1'))
  await app.as('owner').rest('PUT', `/guilds/${app.guildId}/bans/${idOf('member8')}`, {})
  const found = await until('the ban by hand', () => cases({ target: idOf('member8') })[0])
  expect(found).toMatchObject({ kind: 'ban', source: 'discord', moderatorId: null, active: true })
  expect(cases({ kind: 'ban' })).toHaveLength(3)
  expect(cases({ kind: 'purge', source: 'discord' })).toHaveLength(1)
  const log = await until('the log', () =>
    app
      .messages(app.channel('safety'))
      .map(textOf)
      .find(text => text.includes(`Case #${found.number}`)),
  )
  expect(log).toContain('by an unknown person')
  const history = await app.as('owner').say(app.channel('general'), `.history ${idOf('member8')}`)
  expect(textOf(await app.answerTo(history))).toContain('by an unknown person')
  app.sandbox.context.conditions.auditExecutors = 'shown'
})

test('a nickname set by hand is reported like one set by command: with the names people see', async () => {
  const id = idOf('member5')
  const shown = app.product.services.client.users.cache.get(id)?.displayName
  await app.answerTo(await app.as('owner').say(app.channel('general'), `.nick ${id} Captain`))
  await app.answerTo(await app.as('owner').say(app.channel('general'), `.nick reset ${id}`))
  const known = cases({ kind: 'nick', source: 'discord' }).length
  await edit('owner', id, { nick: 'Captain' })
  await arrived('nick', known + 1)
  await edit('owner', id, { nick: null })
  await arrived('nick', known + 2)
  const details = (source: string) => cases({ kind: 'nick', source, target: id }).map(({ detail }) => detail)
  expect(details('discord')).toEqual([`“Captain” is now “${shown}”`, `“${shown}” is now “Captain”`])
  expect(details('discord')).toEqual(details('person'))
})

test('the first action by hand after a start is recorded with the moderator’s name', async () => {
  const fresh = await createHarness()
  try {
    const path = `/guilds/${fresh.guildId}/members/${fresh.as('member6').userId}`
    await fresh.as('owner').rest('PATCH', path, { nick: 'Kestrel' })
    const found = await until(
      'its case',
      () => findCases(fresh.product.services, fresh.guildId, { kind: 'nick' }, { limit: 1 }).found[0],
    )
    expect(found).toMatchObject({ moderatorId: fresh.as('owner').userId, moderatorName: 'mara.w' })
    expect(found.targetName).not.toBe(found.targetId)
  } finally {
    await fresh.close()
  }
})
