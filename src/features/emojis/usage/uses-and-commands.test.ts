// @module-tag long
import { expect, test } from 'vitest'
import { react, unreact } from '#sandbox/world/messages/reactions.ts'
import { holdBack } from '#test/discord-trouble.ts'
import { useEmojiServer } from '#test/emoji-server.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { everyOrder } from '../orders/rows.ts'
import { dropOldUses, usesOf } from './read.ts'

const dayMs = 86_400_000

const { life, path, list, cached, known, at, png, named, listed, made, add, ask } = useEmojiServer()

test('uses are counted by message and by reaction, once each, never for bots, and not while it is off', async () => {
  const id = await made('owner', 'kiln')
  const general = life.app.channel('general')
  const say = (text: string, login = 'member4') => life.app.as(login).say(general, text)
  const told = async () => {
    const kiln = await listed('kiln')
    return [kiln?.messages, kiln?.reactions]
  }
  const settled = async () => void (await life.app.answerTo(await say('.ping', 'member5')))
  expect((await list()).countingSince).not.toBeNull()
  const message = await say(`<:kiln:${id}> and <:kiln:${id}> again, <:kiln:123456789012345678>`)
  await say(`a:kiln:${id} is none`)
  await settled()
  const { context } = life.app.sandbox
  for (const login of ['member1', 'member2'])
    react(context, life.app.as(login).userId, general, message.id, `kiln:${id}`)
  unreact(context, life.app.as('member1').userId, general, message.id, `kiln:${id}`)
  react(context, life.app.as('member1').userId, general, message.id, `kiln:${id}`)
  react(context, life.app.botId, general, message.id, `kiln:${id}`)
  await settled()
  expect(await told()).toEqual([1, 2])
  const form = `/api/guild/${life.app.guildId}/emojis`
  expect(await life.owner.call('POST', form, { emojisUpdate: true, counting: 'off' })).toMatchObject({ status: 200 })
  await say(`<:kiln:${id}>`)
  await settled()
  expect(await told()).toEqual([1, 2])
  expect((await list()).countingSince).toBeNull()
  await life.owner.call('POST', form, { emojisUpdate: true, counting: 'on' })
  await life.app.restart()
  life.owner = await life.app.signIn('owner')
  expect(await told()).toEqual([1, 2])
  // Eight days later, it was used in the week before the last.
  life.ahead += 8 * dayMs
  expect(usesOf(life.app.product.services, life.app.guildId)(id).weeks).toEqual([
    ...Array.from({ length: 11 }, () => 0),
    3,
    0,
  ])
  life.ahead -= 8 * dayMs
  // After 90 days, nothing of it is left.
  life.ahead += 90 * dayMs
  expect(usesOf(life.app.product.services, life.app.guildId)(id)).toMatchObject({
    messages: 0,
    reactions: 0,
    lastDay: null,
  })
  dropOldUses(life.app.product.services, life.app.guildId)
  life.ahead -= 90 * dayMs
  expect(await told()).toEqual([0, 0])
})

test('commands add, list, show, enlarge, rename and delete', async () => {
  const foreign = await made('owner', 'loom')
  expect(await ask('owner', `.emoji steal <:loom:${foreign}> weaving`)).toContain('`:weaving:`')
  // Other bots take the name first.
  expect(await ask('owner', `.addemoji spindle <:loom:${foreign}>`)).toContain('`:spindle:`')
  const weaving = named('weaving')[0]?.id ?? ''
  await known(weaving)
  const file = new File([new Uint8Array(png)], 'Hot Kiln.png', { type: 'image/png' })
  const attached = await life.app.as('owner').say(life.app.channel('general'), '.addemoji', {}, [file])
  expect(textOf(await life.app.answerTo(attached))).toContain('`:Hot_Kiln:`')
  expect(await ask('owner', '.addemoji')).toContain('attach a picture')
  expect(await ask('owner', '.addemoji kiln')).toContain('begins with https://')
  expect(await ask('owner', '.addemoji pan 🍳')).toContain('begins with https://')
  expect(await ask('member1', '.emojis')).toMatch(/Static\n4 of \d+/)
  const info = await ask('member1', '.emojiinfo weaving')
  expect(info).toContain(weaving)
  expect(info).toContain(`by <@${life.app.as('owner').userId}>`)
  expect(await ask('member1', '.emoji info weavin')).toContain('Did you mean :weaving:?')
  const large = await life.app.answerTo(
    await life.app.as('member1').say(life.app.channel('general'), `.enlarge <:loom:${foreign}>`),
  )
  expect(large.embeds[0]?.image?.url).toContain(`/emojis/${foreign}.png`)
  const fox = await life.app.answerTo(await life.app.as('member2').say(life.app.channel('general'), '.bigemoji 🦊'))
  expect(
    fox.attachments
      .map(({ filename }) => filename)
      .concat(fox.embeds.map(({ image }) => image?.url ?? ''))
      .join(),
  ).toContain('emoji.png')
  expect(await ask('owner', '.emoji rename weaving weav!ng')).toContain('such as weav_ng')
  expect(await ask('owner', '.emoji rename :weaving: spinning')).toContain('`:weaving:` before')
  await until('the new name to be known', () => cached(weaving)?.name === 'spinning')
  expect(await ask('owner', '.emoji delete spinning')).toContain('put back for 30 days')
  expect(named('spinning')).toEqual([])
  expect((await list()).removed.some(({ id }) => id === weaving)).toBe(true)
})

test('an immediate refusal is shown only to its caller, and others see nothing', async () => {
  const { app } = life
  await until('the commands to be registered', () =>
    app.sandbox.requests().some(({ method, path }) => method === 'PUT' && path.endsWith('/commands')),
  )
  const before = app.shownTo('owner').length
  await app.as('owner').slash(app.channel('general'), 'emoji add', {})
  await until('the refusal', () => app.shownTo('owner').length > before)
  expect(app.shownTo('owner').slice(before).map(textOf)).toEqual([expect.stringContaining('attach a picture')])
  const sent = app.sandbox.requests().filter(({ path }) => path.includes('/webhooks/'))
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test('a change that Discord accepts only later, or does not answer, is finished automatically', async () => {
  const { conditions } = life.app.sandbox.context
  conditions.failNext = { count: 1, status: 503, route: 'POST /guilds/:guild_id/emojis' }
  const down = await add(at('/kiln%20fire.png'), { name: 'patient' })
  expect(down).toMatchObject({ status: 200, body: { emoji: null } })
  expect((down.body as { waiting: string }).waiting).toContain('Discord did not answer')
  expect((await list()).waiting).toMatchObject([{ act: 'add the emoji :patient:' }])
  life.ahead += 61_000
  await life.app.product.services.scheduler.tick()
  expect(named('patient')).toHaveLength(1)
  conditions.failNext = { count: 1, status: 429, retryAfterMs: 600_000, route: 'POST /guilds/:guild_id/emojis' }
  const busy = await add(at('/kiln%20fire.png'), { name: 'later' })
  expect((busy.body as { waiting: string }).waiting).toContain('Then I will add the emoji :later:.')
  expect(named('later')).toEqual([])
  expect((await list()).waiting).toMatchObject([{ act: 'add the emoji :later:' }])
})

test('a change that is held back after too many refusals follows, even if its emoji cannot be looked up at first', async () => {
  const id = await made('owner', 'held')
  const { scheduler } = life.app.product.services
  let method = 'PATCH'
  const { held, end } = holdBack(life.app, one => one.method === method && one.fullRoute.includes('/emojis'))
  const { body } = await life.owner.call('PATCH', path(id), { name: 'followed' })
  expect(body).toMatchObject({ emoji: null, waiting: expect.stringContaining('I will change the emoji :followed:') })
  method = 'GET'
  life.ahead += 61_000
  await scheduler.tick()
  expect(held()).toBeGreaterThan(1)
  end()
  await until('it to follow', async () => {
    life.ahead += 61_000
    await scheduler.tick()
    return named('followed').length === 1
  })
})

test('an addition that is held back does not count as tried, so no other emoji of that name is taken for it', async () => {
  const { end } = holdBack(life.app, one => one.method === 'POST' && one.fullRoute.includes('/emojis'))
  const { scheduler } = life.app.product.services
  const { body } = await add(at('/kiln%20fire.png'), { name: 'unsent' })
  expect(body).toMatchObject({ emoji: null, waiting: expect.stringContaining('I will add the emoji :unsent:') })
  expect(everyOrder(life.app.product.services).at(-1)).toMatchObject({ name: 'unsent', triedAt: null })
  end()
  await until('it to follow', async () => {
    life.ahead += 61_000
    await scheduler.tick()
    return named('unsent').length === 1
  })
})
