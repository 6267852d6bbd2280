// @module-tag long
import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { type Contract, describeField } from '#contract'
import { features } from '#features/index.ts'
import { createHarness, type Harness } from '../harness.ts'
import { anotherValue, postedSettings, postSettings } from '../posted-settings.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

const categoryType: number = ChannelType.GuildCategory

/** member1 was given every feature, and cannot see the channel that the owner lets the bot post in. */
let app: Harness
let delegate: Visitor
let council: string
beforeAll(async () => {
  app = await createHarness()
  const owner = await app.signIn('owner')
  delegate = await app.signIn('member1')
  const grant = { kind: 'member', id: app.as('member1').userId, feature: 'all', level: 'manage', expiresAt: null }
  await owner.call('POST', `/api/guild/${app.guildId}/access`, grant)
  const sees = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages
  const made = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/channels`, {
    name: 'council',
    permission_overwrites: [
      { id: app.guildId, type: 0, allow: '0', deny: String(PermissionFlagsBits.ViewChannel) },
      { id: app.botId, type: 1, allow: String(sees), deny: '0' },
    ],
  })
  council = made.id
  await until('the channel to be known', () => app.product.services.client.channels.cache.has(council))
})
afterAll(() => app.close())

const write = (contract: Contract, patch: object) =>
  app.product.services.settings.write(app.guildId, contract, patch, { userId: null, via: 'test' })
const read = (contract: Contract): Record<string, unknown> => app.product.services.settings.read(app.guildId, contract)

test('every text declares where it is posted, and only people who can write there may change it', () => {
  // A feature without such a channel answers where it was asked.
  const posting = features.filter(({ contract }) =>
    Object.values(contract.settings.shape).some(schema => describeField(schema as ZodType)?.posts),
  )
  const fields = posting.flatMap(({ contract }) =>
    Object.entries(contract.settings.shape).map(([key, schema]) => ({
      name: `${contract.name}.${key}`,
      meta: describeField(schema as ZodType),
      place: (to: string) => describeField(contract.settings.shape[to] as ZodType),
    })),
  )
  const homeless = fields.filter(({ meta }) => /^(?:text|message|url)$/.test(meta?.control ?? '') && !meta?.postedIn)
  // The first is sent to the person who is punished, the second is an address.
  expect(homeless.map(({ name }) => name)).toEqual(['moderation.appealText', 'tickets.webhookUrl'])
  const open = features.flatMap(({ contract }) =>
    Object.entries(contract.settings.shape)
      .map(([key, schema]) => ({ name: `${contract.name}.${key}`, meta: describeField(schema as ZodType) }))
      .filter(({ meta }) => meta?.control === 'channel' && !meta.posts)
      // Nobody writes in a category.
      .filter(({ meta }) => !meta?.channelTypes?.every(type => type === categoryType)),
  )
  expect(open.map(({ name }) => name)).toEqual([])
  const places = fields.flatMap(({ meta, place }) => (meta?.postedIn === undefined ? [] : [place(meta.postedIn)]))
  for (const place of places) expect(place).toMatchObject({ control: 'channel', posts: true })
})

const texts = postedSettings.filter(({ meta }) => meta?.postedIn !== undefined)
test.each(texts)('$contract.name: only people who can write there may change $key', async setting => {
  const { contract, key, meta } = setting
  const place = meta?.postedIn ?? ''
  // Anybody may switch a part off.
  const off = meta?.control === 'toggle' ? { [key]: false } : {}
  write(contract, { ...contract.settings.parse({}), ...off, [place]: council })
  const before = read(contract)[key]
  const value = anotherValue(app, setting)
  const refused = await postSettings(app, delegate, setting, { [key]: value })
  expect(refused).toMatchObject({ status: 403, body: { code: 'access.channel' } })
  expect(JSON.stringify(refused.body)).toContain('You cannot see the channel that this is posted in.')
  expect(read(contract)[key]).toEqual(before)
  write(contract, { [place]: app.channel('general') })
  expect((await postSettings(app, delegate, setting, { [key]: value })).status).toBe(200)
  expect(read(contract)[key]).toEqual(value)
})

test('people who cannot write where a greeting goes cannot switch it on in the list of modules', async () => {
  const welcome = texts.find(({ key }) => key === 'welcome_enabled')
  if (!welcome) throw new Error('there is no switch of the welcome')
  write(welcome.contract, { ...welcome.contract.settings.parse({}), welcome_channel: council })
  expect((await delegate.call('PATCH', `/api/guild/${app.guildId}/modules/greetings`, { enabled: true })).status).toBe(
    403,
  )
  expect(read(welcome.contract)['welcome_enabled']).toBe(false)
})
