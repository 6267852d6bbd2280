import { ChannelType } from 'discord-api-types/v10'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { describeField } from '#contract'
import { layersOf } from '../../src/contract/field.ts'
import { features } from '#features/index.ts'
import { forms as ticketForms } from '#features/tickets/settings/contract.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { turnTo } from './page-settled.ts'
import { routes } from './routes.ts'
import { until } from '../until.ts'

/** A channel and a role that every setting which takes one names, and that are deleted in Discord then. */
const name = 'short-lived'
const stands = { channel: '<channel>', category: '<category>', role: '<role>' }

interface Parts {
  type: string
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  valueType?: z.ZodType
}

const categoryType: number = ChannelType.GuildCategory

/** A value that names what is gone wherever the schema takes a channel or role; undefined where it takes none. */
function naming(schema: z.ZodType): unknown {
  const { control, channelTypes } = describeField(schema) ?? {}
  const place = channelTypes?.every(type => type === categoryType) ? stands.category : stands.channel
  if (control === 'role') return stands.role
  if (control === 'channel') return place
  if (control === 'channels') return [place]
  if (control === 'roles') return [stands.role]
  const parts = [...layersOf(schema)].at(-1)?.def as unknown as Parts
  if (parts.type === 'array' && parts.element) return listOf(naming(parts.element))
  if (parts.type === 'record' && parts.valueType) {
    const rule = naming(parts.valueType)
    return rule && { warn: rule }
  }
  if (parts.type !== 'object' || !parts.shape) return undefined
  const fields = Object.entries(parts.shape).map(([key, part]) => [key, naming(part)] as const)
  if (fields.every(([, value]) => value === undefined)) return undefined
  const fitting = (part: z.ZodType | undefined) =>
    [undefined, null, false, describeField(part ?? schema)?.min ?? 1, 'spam'].find(
      value => part?.safeParse(value).success,
    )
  return Object.fromEntries(fields.map(([key, value]) => [key, value ?? fitting(parts.shape?.[key])]))
}
const listOf = (entry: unknown) => (entry === undefined ? undefined : [entry])

const settingsNaming = features.flatMap(({ contract }) =>
  Object.entries(contract.settings.shape).flatMap(([key, schema]) => {
    const value = naming(schema as z.ZodType)
    return value === undefined ? [] : [{ contract, key, value, meta: describeField(schema as z.ZodType) }]
  }),
)

let desk: Desk
let page: Page
let gone: readonly string[]
beforeAll(async () => {
  desk = await createDesk()
  await everythingOn(desk)
  const { harness } = desk
  const { settings, client } = harness.product.services
  const owner = harness.as('owner')
  const make = async (what: 'channels' | 'roles', more = {}) =>
    (await owner.rest<{ id: string }>('POST', `/guilds/${harness.guildId}/${what}`, { name, ...more })).id
  const [channel, role] = [await make('channels'), await make('roles')]
  const category = await make('channels', { type: ChannelType.GuildCategory })
  const guild = client.guilds.cache.get(harness.guildId)
  const known = () => [
    guild?.channels.cache.has(channel),
    guild?.channels.cache.has(category),
    guild?.roles.cache.has(role),
  ]
  await until('both to be known', () => known().every(Boolean))
  for (const { contract, key, value } of settingsNaming) {
    const named = JSON.stringify(value)
      .replaceAll(stands.channel, channel)
      .replaceAll(stands.category, category)
      .replaceAll(stands.role, role)
    settings.write(harness.guildId, contract, { [key]: JSON.parse(named) }, { userId: null, via: 'test' })
  }
  for (const id of [channel, category]) await owner.rest('DELETE', `/channels/${id}`)
  await owner.rest('DELETE', `/guilds/${harness.guildId}/roles/${role}`)
  await until('both to be gone', () => !known().some(Boolean))
  gone = [channel, category, role]
  page = await desk.signedIn('owner')
})
afterAll(() => desk.close())

test('the walk knows every setting that names channels or roles, lists and rules included', () => {
  expect(settingsNaming.map(({ contract, key }) => `${contract.name}.${key}`)).toEqual(
    expect.arrayContaining([
      'moderation.modlogChannel',
      'automod.exemptRoles',
      'leveling.levelRoles',
      'leveling.channelRates',
      'invites.ranks',
      'general.commandRules',
    ]),
  )
})

/** Where a setting is, if not on the first tab of its feature's page: behind its address. */
const places: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(ticketForms).flatMap(([form, { settings }]) =>
      Object.keys(settings.shape).map(key => [`tickets.${key}`, `/${form}`]),
    ),
  ),
  ...Object.fromEntries(
    ['openCategories', 'closedCategories', 'defaultOpen', 'defaultClosed'].map(key => [`tickets.${key}`, '/category']),
  ),
  'antinuke.bypassRole': '?tab=permissions',
  'antinuke.logChannel': '?tab=logs',
}

const single = settingsNaming.filter(({ meta, contract }) => meta && contract.page)
const settingsAt = Map.groupBy(
  single,
  ({ contract, key }) => `/manage/:id/${contract.page?.path}${places[`${contract.name}.${key}`] ?? ''}`,
)
const addresses = new Set([...routes('/manage/:id/'), ...settingsAt.keys()])

/** Whether a setting still names what is gone: some are cleared when Discord says that it was deleted. */
function isKept({ contract, key }: (typeof single)[number]): boolean {
  const { harness } = desk
  const own: Record<string, unknown> = harness.product.services.settings.read(harness.guildId, contract)
  const kept = gone.some(id => JSON.stringify(own[key]).includes(id))
  const isCleared = own[key] === null || (Array.isArray(own[key]) && own[key].length === 0)
  if (!kept && !isCleared) throw new Error(`${contract.name}.${key} names neither what is gone nor nothing`)
  return kept
}

test.each([...addresses])(
  '%s says of what is gone that it is, and shows neither its id nor its old name',
  async path => {
    desk.complaints.length = 0
    await turnTo(page, desk.dashboard(path.replace(':id', desk.harness.guildId)))
    const told = page.getByRole('main').getByText(/^(A (channel|role) that is gone|deleted category)$/)
    if (settingsAt.get(path)?.map(isKept).includes(true)) await told.first().waitFor()
    const shown = await page
      .locator('body')
      .evaluate(body => [
        body.textContent ?? '',
        ...[...body.querySelectorAll<HTMLElement>('[title], [aria-label], [placeholder], [alt]')].map(element =>
          ['title', 'aria-label', 'placeholder', 'alt'].map(name => element.getAttribute(name)).join(' '),
        ),
        ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
      ])
    expect(shown.filter(text => [name, ...gone].some(one => text.includes(one)))).toEqual([])
    expect(desk.complaints).toEqual([])
  },
)
