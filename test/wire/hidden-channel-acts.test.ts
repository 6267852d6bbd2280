// @module-tag long
import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { ChannelFlags } from 'discord.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { channelLocks } from '#features/moderation/channel/table.ts'
import { counterChannels } from '#features/counters/table.ts'
import { type HiddenStage, hiddenStage, unseenAnswers } from '../hidden-channels.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

const cannotSee = 'I cannot see that channel. Give my role the View Channel permission there.'

describe.each(unseenAnswers)('where Discord answers %s', answer => {
  let set: HiddenStage
  let ahead = 0
  beforeAll(async () => {
    set = await hiddenStage(answer, { now: () => Date.now() + ahead })
  })
  afterAll(() => set.app.close())
  beforeEach(() => set.show(set.chosen))

  const at = (path: string) => `/api/guild/${set.app.guildId}/${path}`
  const cached = (id: string) => set.guild()?.channels.cache.get(id)
  const basicOf = async (visitor: Visitor) =>
    (await visitor.call('GET', at('basic'))).body as { guild: { modlog_channel: string | null } }
  const shownTo = (login: string, since: number) => set.app.shownTo(login).slice(since).map(textOf).join('\n')

  test('commands refuse it by mention and id, in words that say what to do', async () => {
    const { chosen, hide, show, said } = set
    await hide(chosen)
    for (const text of [`.lock <#${chosen}>`, `.slowmode 5 ${chosen}`, `.modlog <#${chosen}>`])
      expect(await said(text)).toContain(cannotSee)
    await show(chosen)
    expect(await said(`.slowmode 5 <#${chosen}>`)).toContain('Members wait 5 seconds')
  })

  test('a slash command receives its real name, which the bot ignores', async () => {
    const { app, chosen, general, hide, show } = set
    await hide(chosen)
    const before = app.shownTo('owner').length
    await app.as('owner').slash(general, 'slowmode', { wait: '5', channel: chosen })
    await until('the answer', () => shownTo('owner', before).includes(cannotSee))
    expect(cached(chosen)).toMatchObject({ name: '___hidden___' })
    expect(cached(chosen)?.flags.has(ChannelFlags.ChannelObfuscated)).toBe(true)
    await show(chosen)
  })

  test('inside it, the bot says that it cannot see', async () => {
    const { app, chosen, hide, show } = set
    await hide(chosen)
    const before = app.shownTo('moderator').length
    await app.as('moderator').slash(chosen, 'purge user', { user: app.as('member1').userId })
    await until('the answer', () => shownTo('moderator', before) !== '')
    expect(shownTo('moderator', before)).toContain(cannotSee)
    await show(chosen)
  })

  test('permissions that somebody has only in that channel are asked from Discord, not read from the mask', async () => {
    const { app, chosen, hide } = set
    const member = app.as('member5')
    const allow = String(P.ViewChannel | P.ManageMessages)
    await app.as('owner').rest('PUT', `/channels/${chosen}/permissions/${member.userId}`, { type: 1, allow, deny: '0' })
    await hide(chosen)
    const before = app.shownTo('member5').length
    const user = { name: 'user', type: 6, value: app.as('member1').userId }
    await member.rest('POST', '/interactions', {
      type: 2,
      application_id: app.product.services.client.application.id,
      guild_id: app.guildId,
      channel_id: chosen,
      nonce: 'n',
      data: { name: 'purge', type: 1, options: [{ name: 'user', type: 1, options: [user] }] },
    })
    await until('the answer', () => shownTo('member5', before) !== '')
    expect(shownTo('member5', before)).toContain(cannotSee)
    await app.as('owner').rest('DELETE', `/channels/${chosen}/permissions/${member.userId}`)
  })

  test('a thread that the bot knew is hidden with its channel', async () => {
    const { app, chosen, hide, said } = set
    const at = `/channels/${chosen}/threads`
    const { id } = await app.as('owner').rest<{ id: string }>('POST', at, { name: 'dovetails', type: 11 })
    await until('the product to know it', () => cached(id))
    expect(await said('.slowmode 5 #dovetails')).toContain(`<#${id}>`)
    await hide(chosen)
    expect(await said(`.slowmode 6 <#${id}>`)).toContain(cannotSee)
    expect(await said('.slowmode 6 #dovetail')).not.toContain('dovetails')
  })

  test('so is a thread there that the bot never knew', async () => {
    const { app, chosen, hide } = set
    await hide(chosen)
    const at = `/channels/${chosen}/threads`
    const { id } = await app.as('owner').rest<{ id: string }>('POST', at, { name: 'jigs', type: 11 })
    expect(cached(id)).toBeUndefined()
    const before = app.shownTo('moderator').length
    await app.as('moderator').slash(id, 'purge user', { user: app.as('member1').userId })
    await until('the answer', () => shownTo('moderator', before) !== '')
    expect(shownTo('moderator', before)).toContain(cannotSee)
  })

  test('it stays set, cannot be chosen, and is not found by the name of the mask', async () => {
    const { chosen, others, owner, manager, hide, show } = set
    const post = (visitor: Visitor, body: object) => visitor.call('POST', at('basic'), { modUpdate: true, ...body })
    expect((await post(owner, { modlog_channel: chosen })).status).toBe(200)
    const other = others.find(id => id !== chosen && cached(id)?.type === ChannelType.GuildText) ?? ''
    await hide(chosen)
    await hide(other)
    expect((await post(manager, { modlog_channel: chosen, max_warnings: 6 })).status).toBe(200)
    expect(await post(owner, { modlog_channel: other })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining(cannotSee) },
    })
    expect(await post(owner, { modlog_channel: '#___hidden___' })).toMatchObject({
      status: expect.toSatisfy(s => s >= 400),
    })
    expect((await basicOf(owner)).guild.modlog_channel).toBe(chosen)
    await show(chosen)
    await show(other)
  })

  test('administrators may change what is posted there; others are told that nobody can tell who may write there', async () => {
    const { chosen, owner, manager, hide, show } = set
    const form = (content: string) => ({ welcomeUpdate: true, welcome_content: content, welcome_channel: chosen })
    expect((await owner.call('POST', at('greeting'), form('Hello'))).status).toBe(200)
    await hide(chosen)
    expect((await owner.call('POST', at('greeting'), form('Good morning'))).status).toBe(200)
    const refused = await manager.call('POST', at('greeting'), form('Good night'))
    expect(refused).toMatchObject({ status: 403, body: { error: expect.stringContaining('I cannot see the channel') } })
    await show(chosen)
  })

  test('the doctor has one finding, with its settings and how to make the channel visible', async () => {
    const { chosen, owner, hide, show, said } = set
    await hide(chosen)
    const { findings } = (await owner.call('GET', at('doctor'))).body as {
      findings: { title: string; repair: string }[]
    }
    const hidden = findings.filter(({ title }) => title.includes('hidden'))
    expect(hidden).toMatchObject([
      { permission: 'View Channel', title: 'A channel that is set is hidden from Palisade' },
    ])
    expect(hidden[0]?.repair).toContain(
      `Allow View Channel for its role in the permissions of the channel with the ID ${chosen}`,
    )
    for (const label of ['“Moderation log” (Moderation)', '“Welcome channel” (Greetings)'])
      expect(hidden[0]?.repair).toContain(label)
    expect(await said('.modlog show')).toContain(
      `not posted: the channel chosen for them is ⚠️ <#${chosen}> (a channel hidden from the bot)`,
    )
    await show(chosen)
    expect(await said('.modlog show')).toContain(`posted to <#${chosen}>`)
  })

  test('a lock that ends meanwhile stays until the channel is visible again', async () => {
    const { app, chosen, hide, show, said } = set
    const { db, scheduler } = app.product.services
    const locks = () => db.select().from(channelLocks).all().length
    expect(await said(`.lock <#${chosen}> 10m`)).toContain('Locked')
    await hide(chosen)
    ahead += 11 * 60_000
    await scheduler.tick()
    expect(locks()).toBe(1)
    await show(chosen)
    ahead += 60 * 60_000
    await scheduler.tick()
    await until('the lock to be lifted', () => locks() === 0)
    expect(await said(`.unlock <#${chosen}>`)).toContain('is not locked')
  })

  test('a counter is neither forgotten nor made twice, and continues when its channel is visible again', async () => {
    const { app, guild, hide, show, said } = set
    const { db, scheduler } = app.product.services
    expect(await said('.counter set members Members: {count}')).toContain('<#')
    const rows = () => db.select().from(counterChannels).all()
    const id = rows()[0]?.channelId ?? ''
    await until('its channel', () => cached(id))
    await hide(id)
    expect(await said('.counter set members Us: {count}')).toContain(cannotSee)
    ahead += 60 * 60_000
    await scheduler.tick()
    expect(rows()).toMatchObject([{ channelId: id, name: 'Members: {count}' }])
    const inDiscord = () => app.sandbox.context.world.channels.get(id)?.channel.name
    await app.as('owner').rest('PATCH', `/channels/${id}`, { name: 'Spoilt' })
    await show(id)
    await until('its number to be right again', async () => {
      ahead += 10 * 60_000
      await scheduler.tick()
      return inDiscord()?.startsWith('Members: ')
    })
    await hide(id)
    await app.as('owner').rest('DELETE', `/channels/${id}`)
    await until('the deleted one to be forgotten', () => rows().length === 0 && !guild()?.channels.cache.has(id))
  })

  test('a channel that is really called like the mask is a channel', async () => {
    const { app, said } = set
    const { id } = await app
      .as('owner')
      .rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, { name: '___hidden___' })
    await until('the product to know it', () => cached(id))
    expect(await said('.slowmode 9 #___hidden___')).toContain(`<#${id}>`)
    expect(await said(`.modlog #___hidden___`)).toContain(`posted to <#${id}>`)
    await app.as('owner').rest('DELETE', `/channels/${id}`)
  })

  test('after a restart it is known as hidden from the start, and nothing of it is forgotten', async () => {
    const { app, chosen, hide, show, said } = set
    const { db } = app.product.services
    expect(await said(`.modlog <#${chosen}>`)).toContain('posted to')
    expect(await said(`.lock <#${chosen}>`)).toContain('Locked')
    expect(await said('.counter set bots Bots: {count}')).toContain('<#')
    const counter = db.select().from(counterChannels).get()?.channelId ?? ''
    await until('its channel', () => cached(counter))
    await hide(chosen)
    await hide(counter)
    await app.restart()
    await until('the product to know the channels', () => cached(chosen) && cached(counter))
    expect(await said('.modlog show')).toContain(`⚠️ <#${chosen}> (a channel hidden from the bot)`)
    expect(await said('.counter list')).toContain(`⚠️ <#${counter}> (a channel hidden from the bot)`)
    await show(chosen)
    await show(counter)
    expect(await said(`.unlock <#${chosen}>`)).toContain('Unlocked')
    expect(await said('.counter remove bots')).toContain('is gone, with its channel')
  })

  test('if every channel is hidden, the dashboard says so, and all settings stay', async () => {
    const { app, general, others, hide, chosen } = set
    const owner = await app.signIn('owner')
    for (const id of others) await hide(id)
    await app.as('owner').rest('PUT', `/channels/${general}/permissions/${app.botId}`, {
      type: 1,
      allow: '0',
      deny: String(P.ViewChannel),
    })
    await until('the last one to be hidden', () => cached(general)?.flags.has(ChannelFlags.ChannelObfuscated))
    const { channels } = (await owner.call('GET', at('channels'))).body as { channels: { name: string }[] }
    expect(new Set(channels.map(({ name }) => name))).toEqual(new Set(['channel hidden from the bot']))
    const { body } = await owner.call('GET', at('doctor'))
    expect(JSON.stringify(body)).toContain('is hidden from Palisade')
    expect(JSON.stringify(body)).not.toMatch(/no longer exists|___hidden___/)
    expect((await basicOf(owner)).guild.modlog_channel).toBe(chosen)
  })
})
