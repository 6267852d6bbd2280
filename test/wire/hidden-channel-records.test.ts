import { OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { ChannelType } from 'discord.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { type HiddenStage, hiddenStage, roomName } from '../hidden-channels.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** A case or record about a channel names it only to people who may know it now: docs/decisions/0032. */

let set: HiddenStage
beforeAll(async () => {
  set = await hiddenStage('missing-access')
})
afterAll(() => set.app.close())

const cached = (id: string) => set.guild()?.channels.cache.get(id)
const allSeen = async (visitor: Visitor, query = '') =>
  JSON.stringify((await visitor.call('GET', `/api/guild/${set.app.guildId}/moderation/cases${query}`)).body)
const hideFromManager = (id: string) =>
  set.app.as('owner').rest('PUT', `/channels/${id}/permissions/${set.app.as('member2').userId}`, {
    type: OverwriteType.Member,
    allow: '0',
    deny: String(P.ViewChannel),
  })
const numberIn = (text: string) => Number(/Case #(\d+)/.exec(text)?.[1])

async function threadIn(parent: string, name: string): Promise<string> {
  const { id } = await set.app
    .as('owner')
    .rest<{ id: string }>('POST', `/channels/${parent}/threads`, { name, type: 11 })
  return id
}

test('a thread that is no longer known is named to nobody, in cases and searches', async () => {
  const { app, chosen, owner, manager, hide, show, said } = set
  const id = await threadIn(chosen, 'dovetails')
  await until('the product to know it', () => cached(id))
  const number = numberIn(await said(`.slowmode 5 <#${id}>`))
  expect(await allSeen(manager)).toContain('dovetails')
  expect(JSON.parse(await allSeen(manager, '?search=dovetail'))).toMatchObject({ total: 1 })
  await hideFromManager(chosen)
  await until('the manager to see it no more', async () => !(await allSeen(manager)).includes('dovetails'))
  expect(await allSeen(owner)).toContain('dovetails')
  expect(JSON.parse(await allSeen(manager, '?search=dovetail'))).toMatchObject({ total: 0 })
  await app.as('owner').rest('PATCH', `/channels/${id}`, { archived: true })
  await app.restart()
  await until('the product to know the channel', () => cached(chosen))
  expect(cached(id)).toBeUndefined()
  const again = { owner: await app.signIn('owner'), manager: await app.signIn('member2') }
  for (const visitor of [again.manager, again.owner]) {
    expect(await allSeen(visitor)).not.toContain('dovetails')
    expect(JSON.parse(await allSeen(visitor, '?search=dovetail'))).toMatchObject({ total: 0 })
  }
  await hide(chosen)
  const shown = await said(`.case ${number}`)
  expect(shown).toContain(`<#${id}>`)
  expect(shown).not.toContain('dovetails')
  await show(chosen)
})

test('a move names its channels to people who can see them today', async () => {
  const { app, others, hide, show, said } = set
  const [owner, manager] = [await app.signIn('owner'), await app.signIn('member2')]
  const rooms = others.filter(id => cached(id)?.type === ChannelType.GuildVoice).slice(0, 2)
  const [from = '', to = ''] = rooms
  const [first = '', second = ''] = rooms.map(id => roomName(others.indexOf(id)))
  for (const id of rooms) await show(id)
  const { userId } = app.as('member3')
  expect(connectVoice(app.sandbox.context, userId, app.guildId, { channelId: from })).toBe(true)
  const answer = await said(`.move <@${userId}> <#${to}>`)
  expect(answer).toContain('Moved')
  const number = numberIn(answer)
  expect(await said(`.case ${number}`)).toContain(`<#${from}> → <#${to}>`)
  const seats = `#${first} → #${second}`
  expect(await allSeen(owner)).toContain(seats)
  for (const id of rooms) await hideFromManager(id)
  await until('the manager to see them no more', async () => !(await allSeen(manager)).includes(first))
  const rowOf = async (visitor: Visitor) => allSeen(visitor, `?case=${number}`)
  expect(await rowOf(manager)).toContain('#hidden channel → #hidden channel')
  for (const name of [first, second])
    expect(JSON.parse(await allSeen(manager, `?search=${name}`))).toMatchObject({ total: 0 })
  for (const id of rooms) await hide(id)
  for (const text of [await rowOf(owner), await said(`.case ${number}`), await said(`.history <@${userId}>`)])
    for (const name of [first, second]) expect(text).not.toContain(name)
  expect(await rowOf(owner)).toContain('#channel hidden from the bot → #channel hidden from the bot')
  for (const id of rooms) await show(id)
  expect(await rowOf(owner)).toContain(seats)
})

test('a message that another bot deletes in a hidden channel is not said to be in a deleted one', async () => {
  const { app, chosen, hide, show, said } = set
  const boss = app.as('owner')
  const world = app.sandbox.context.world
  const tally = [...world.applications.values()].find(({ name }) => name === 'Tally')
  const role = [...(world.guilds.get(app.guildId)?.roles.values() ?? [])].find(({ name }) => name === 'Tally')
  await boss.rest('PATCH', `/guilds/${app.guildId}/roles/${role?.id}`, { permissions: String(P.Administrator) })
  await hide(chosen)
  const thread = await threadIn(chosen, 'mitres')
  const newest = async () =>
    (
      JSON.parse(await allSeen(await app.signIn('owner'), '?limit=1')) as {
        cases: { number: number; channel: unknown }[]
      }
    ).cases[0]
  const numbers: number[] = []
  for (const id of [thread, chosen]) {
    const before = (await newest())?.number
    const messages = [(await boss.say(id, 'one')).id, (await boss.say(id, 'two')).id]
    const { status } = await fetch(`${app.sandbox.api}/v10/channels/${id}/messages/bulk-delete`, {
      method: 'POST',
      headers: {
        authorization: `Bot ${tally?.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (x, 1)',
      },
      body: JSON.stringify({ messages }),
    })
    expect(status).toBe(204)
    const found = await until('its case', async () => {
      const one = await newest()
      return one?.number === before ? undefined : one
    })
    expect(JSON.stringify(found)).not.toContain('deleted channel')
    numbers.push(found.number)
  }
  for (const number of numbers) expect(await said(`.case ${number}`)).not.toContain('deleted channel')
  await show(chosen)
  expect((await newest())?.channel).toMatchObject({ id: chosen, name: roomName(set.others.indexOf(chosen)) })
})
