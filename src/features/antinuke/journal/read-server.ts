import { type Guild, type PermissionsString, Routes } from 'discord.js'
import { z } from 'zod'
import { jobHandle, type Services } from '#kernel/feature.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { createBackgroundYield } from '#kit/event-loop.ts'
import { noteOf, putNote, type NoteName } from './notes.ts'
import { noteMembersRead } from './plain-members.ts'
import { noteNewestEntry, reconcile } from './reconcile.ts'
import { missingFrom, recordGone, recordObject } from './record.ts'
import { cursorNow } from './state-at.ts'
import { type Listing, listing, recordWhole } from './whole-server.ts'
import { type StateSource, sources } from './write-state.ts'

type Raw = Readonly<Record<string, unknown>>

/**
 * Returns Discord's answer; undefined when it refuses: then nothing is known, and nothing counts as deleted.
 * @throws what an outage throws
 */
async function ask(services: Services, route: `/${string}`, query?: Record<string, string>): Promise<unknown> {
  try {
    return await inLane('bulk', () =>
      services.client.rest.get(route, query ? { query: new URLSearchParams(query) } : undefined),
    )
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

const may = (guild: Guild, permission: PermissionsString): boolean =>
  guild.members.me?.permissions.has(permission) ?? false

/** Resolves once the listings have been recorded, when it is the server's turn. */
const recorded = (
  services: Services,
  guildId: string,
  listings: readonly Listing[],
  part: NoteName,
  source: StateSource,
): Promise<void> =>
  new Promise(resolve =>
    recordWhole(services, guildId, listings, source, () => {
      putNote(services, guildId, part)
      resolve()
    }),
  )

/** Why something is read: an event hinted at a change, or something may have been missed. */
type Why = 'hinted' | 'missed'

/** Differences from something that was read as a whole before are changes. */
function sourceOf(services: Services, guildId: string, part: NoteName, asOf: number, why: Why = 'missed'): StateSource {
  if (noteOf(services, guildId, part) === undefined) return { ...sources.firstRead, asOf }
  return { ...(why === 'hinted' ? sources.listed : sources.readAgain), asOf }
}

const record = (value: unknown): Raw | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

/**
 * Reads by REST what dispatches contain about a server. REST leaves out channels that the bot cannot view, so a missing
 * channel may well exist.
 */
export async function readStructure(services: Services, { id }: Guild, why: Why = 'missed'): Promise<void> {
  const asOf = cursorNow(services, id)
  const whole = record(await ask(services, Routes.guild(id)))
  const channels = await ask(services, Routes.guildChannels(id))
  const sounds = record(await ask(services, Routes.guildSoundboardSounds(id)))
  const events = await ask(services, Routes.guildScheduledEvents(id))
  if (!whole) return
  await recorded(
    services,
    id,
    [
      { kind: 'guild', objects: [{ id, raw: whole }], missing: 'unknown' },
      ...listing('role', whole['roles'], 'gone'),
      ...listing('channel', channels, 'unknown'),
      ...listing('emoji', whole['emojis'], 'gone'),
      ...listing('sticker', whole['stickers'], 'gone'),
      ...listing('sound', sounds?.['items'], 'gone', 'sound_id'),
      ...listing('event', events, 'gone-if-seen'),
    ],
    'structure',
    sourceOf(services, id, 'structure', asOf, why),
  )
}

/** Reads webhooks, of which events say only that something has changed. */
export async function readWebhooks(services: Services, guild: Guild, why: Why = 'missed'): Promise<void> {
  if (!may(guild, 'ManageWebhooks')) return
  const asOf = cursorNow(services, guild.id)
  const list = await ask(services, Routes.guildWebhooks(guild.id))
  if (!Array.isArray(list)) return
  const source = sourceOf(services, guild.id, 'webhooks', asOf, why)
  await recorded(services, guild.id, listing('webhook', list, 'gone-if-seen'), 'webhooks', source)
}

/** Reads what newcomers see, and the widget: Discord sends no events of their own for them. */
export async function readNewcomers(services: Services, guild: Guild, why: Why = 'missed'): Promise<void> {
  const { id } = guild
  if (!may(guild, 'ManageGuild')) return
  const asOf = cursorNow(services, id)
  const onboarding = record(await ask(services, Routes.guildOnboarding(id)))
  const welcome = record(await ask(services, Routes.guildWelcomeScreen(id)))
  const widget = record(await ask(services, Routes.guildWidgetSettings(id)))
  const single = (kind: 'onboarding' | 'welcome' | 'widget', raw: Raw | undefined): Listing[] =>
    raw ? [{ kind, objects: [{ id, raw }], missing: 'unknown' }] : []
  await recorded(
    services,
    id,
    [...single('onboarding', onboarding), ...single('welcome', welcome), ...single('widget', widget)],
    'newcomers',
    // Something that was refused before and now is not has not just been created.
    { ...sourceOf(services, id, 'newcomers', asOf, why), unknown: 'read' },
  )
}

/** Reads AutoMod rules and invites: invites that expire send no event. */
export async function readRulesAndInvites(services: Services, guild: Guild, why: Why = 'missed'): Promise<void> {
  if (!may(guild, 'ManageGuild')) return
  const asOf = cursorNow(services, guild.id)
  const rules = await ask(services, Routes.guildAutoModerationRules(guild.id))
  const invites = await ask(services, Routes.guildInvites(guild.id))
  const source = (part: NoteName) => sourceOf(services, guild.id, part, asOf, why)
  if (Array.isArray(rules)) await recorded(services, guild.id, listing('rule', rules, 'gone'), 'rules', source('rules'))
  if (Array.isArray(invites))
    await recorded(services, guild.id, listing('invite', invites, 'gone', 'code'), 'invites', source('invites'))
}

/** The most members that Discord gives in one page. */
const pageSize = 1000
/** In larger servers, the roles of further members stay unknown. */
const mostMembers = 100_000
/** How many members are written together: that takes a millisecond or two, during which everything else waits. */
const mostAtOnce = 25

/**
 * Reads who holds which roles. The first pages may be old when the last one comes, so each counts as of its own moment.
 */
async function readMembers(services: Services, { id: guildId }: Guild): Promise<void> {
  const listed = new Set<string>()
  const turn = createBackgroundYield()
  const begun = cursorNow(services, guildId)
  const source = sourceOf(services, guildId, 'members', begun)
  for (let after = '0', size = pageSize; size === pageSize && listed.size < mostMembers; ) {
    const asOf = cursorNow(services, guildId)
    const page = await ask(services, Routes.guildMembers(guildId), { limit: String(pageSize), after })
    if (!Array.isArray(page)) return
    const members = page.flatMap((raw: { user?: { id?: string } }) =>
      raw.user?.id === undefined ? [] : [{ id: raw.user.id, raw }],
    )
    size = page.length
    for (const { id } of members) {
      listed.add(id)
      if (BigInt(id) > BigInt(after)) after = id
    }
    for (let place = 0; place < members.length; place += mostAtOnce) {
      services.db.transaction(() => {
        for (const { id, raw } of members.slice(place, place + mostAtOnce))
          recordObject(services, guildId, { kind: 'member', id }, raw, { ...source, asOf })
      })
      await turn()
    }
  }
  if (listed.size >= mostMembers) return
  services.db.transaction(() => {
    for (const name of missingFrom(services, guildId, 'member', listed)) recordGone(services, guildId, name, source)
  })
  noteMembersRead(services, guildId)
}

/**
 * Reads a server by REST, paced and after everything else: what no event brings, and what events bring, to make sure.
 * Differences from the last reading are recorded as such, with the actors as far as the audit log names them.
 */
export async function readServer(services: Services, guild: Guild): Promise<void> {
  const isFirst = noteOf(services, guild.id, 'structure') === undefined
  await noteNewestEntry(services, guild)
  await readStructure(services, guild)
  await readWebhooks(services, guild)
  await readRulesAndInvites(services, guild)
  await readNewcomers(services, guild)
  if (!isFirst) await reconcile(services, guild, 'so-far')
  await readMembers(services, guild)
  await reconcile(services, guild, 'finally')
}

export const reading = jobHandle(z.object({ guildId: z.string() }))

/**
 * The average gap between servers that are read after a start (ms), so that neither moderators' actions nor messages
 * wait behind a thousand servers: a server takes a dozen requests, and Discord accepts fifty a second from the whole
 * bot.
 */
const staggerMs = 500

/**
 * Schedules the reading of a server; further calls before it begins have no effect.
 * @param when 'now' where somebody may be attacking it
 */
export function scheduleReading(services: Services, guildId: string, when: 'now' | 'soon' = 'soon'): void {
  const { scheduler, client, now } = services
  const staggered = Math.floor(Math.random() * staggerMs * (client.guilds.cache.size - 1))
  const at = now() + (when === 'now' ? 0 : staggered)
  scheduler.at(reading, { at, guildId, key: guildId, payload: { guildId } })
}

export const cancelReading = ({ scheduler }: Services, guildId: string): void => void scheduler.cancel(reading, guildId)
