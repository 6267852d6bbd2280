import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes } from 'discord.js'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { snowflake } from '#contract'
import { since } from '#kit/clock.ts'
import { job, jobHandle, type Services } from '#kernel/feature.ts'
import personalizer, { type Part, parts, titles } from './contract.ts'
import { pictureData } from './pictures.ts'
import { personalizerLooks } from './table.ts'
import { differences, type Look, plain, type Refusals, storedLook, storedRefusals, wantedLook } from './stored-look.ts'

/** The least time between two updates sent to Discord for one server, however often settings are saved (ms). */
const paceMs = 10_000
/** Discord says neither how often an image may change nor when it may change again. */
const pictureRetryMs = 15 * 60_000
/** How often per day a name that somebody changed is restored; longer conflicts are left to people. */
export const mostPutBacks = 3
const dayMs = 86_400_000
/** How long to wait before another attempt during an outage (ms). */
const outageMs = 60_000

const applying = jobHandle(z.object({ guildId: snowflake }))

/** The stored appearance of the bot in a server. */
export function lookOf({ db }: Pick<Services, 'db'>, guildId: string) {
  const row = db.select().from(personalizerLooks).where(eq(personalizerLooks.guildId, guildId)).get()
  return {
    row,
    shown: { ...plain, ...storedLook.parse(row?.shown ?? plain) },
    refused: storedRefusals.parse(row?.refused ?? {}),
  }
}

/** The servers in which it has ever been given an appearance of its own. */
export const guildsWithLook = ({ db }: Pick<Services, 'db'>): string[] =>
  db
    .select({ guildId: personalizerLooks.guildId })
    .from(personalizerLooks)
    .all()
    .map(({ guildId }) => guildId)

export const wantedIn = (services: Services, guildId: string): Look =>
  wantedLook(services.settings.read(guildId, personalizer), !services.entitlements.has(guildId, 'premium'))

function keep({ db }: Pick<Services, 'db'>, guildId: string, values: Partial<typeof personalizerLooks.$inferInsert>) {
  db.insert(personalizerLooks)
    .values({ guildId, ...values })
    .onConflictDoUpdate({ target: personalizerLooks.guildId, set: values })
    .run()
}

/** Schedules an update of whatever Discord does not have yet. */
export function applySoon(services: Pick<Services, 'db' | 'now' | 'scheduler'>, guildId: string, at?: number): void {
  const { toldAt } = lookOf(services, guildId).row ?? {}
  const soonest = toldAt === null || toldAt === undefined ? 0 : Math.min(toldAt, services.now()) + paceMs
  services.scheduler.at(applying, {
    at: Math.max(services.now(), soonest, at ?? 0),
    guildId,
    key: guildId,
    payload: { guildId },
  })
}

/** Forgets what Discord refused and what somebody else changed, so that everything is sent again. */
export function tryAgain(services: Services, guild: Guild): void {
  keep(services, guild.id, { refused: {}, retryAt: null, putBacks: 0 })
  noteDifferences(services, guild, true)
  applySoon(services, guild.id)
}

/**
 * Compares what Discord accepted with what it shows, to find a name that somebody changed there, and images that were
 * lost when the bot was removed from the server. Differences count as not sent.
 */
export function noteDifferences(services: Services, guild: Guild, asked = false): void {
  const me = guild.members.me
  const { row, shown } = lookOf(services, guild.id)
  if (!me || !row) return
  const changed: Partial<Look> = {}
  if (row.avatarHash !== null && me.avatar !== row.avatarHash) changed.avatar = ''
  if (row.bannerHash !== null && me.banner !== row.bannerHash) changed.banner = ''
  const now = me.nickname ?? ''
  // The event of our own change may arrive before the answer to it.
  const isRenamed = shown.name !== '' && now !== shown.name && now !== wantedIn(services, guild.id).name
  const isFresh = row.putBacksSince === null || since(row.putBacksSince, services.now()) > dayMs
  const putBacks = isFresh ? 0 : row.putBacks
  const isPutBack = isRenamed && (asked || putBacks < mostPutBacks)
  if (isPutBack) changed.name = now
  if (Object.keys(changed).length === 0) return
  keep(services, guild.id, {
    shown: { ...shown, ...changed },
    ...(isPutBack && !asked && { putBacks: putBacks + 1, ...(isFresh && { putBacksSince: services.now() }) }),
  })
  applySoon(services, guild.id)
}

/** Whether the bot joined the server after its appearance was last sent. */
export function isBackSince({ db }: Pick<Services, 'db'>, { id, joinedTimestamp }: Guild): boolean {
  const { toldAt } = lookOf({ db }, id).row ?? {}
  return toldAt !== null && toldAt !== undefined && joinedTimestamp > toldAt
}

/** Handles the bot's return to a server, where nothing of its appearance is left. */
export function resetStoredLook(services: Services, guild: Guild): void {
  const { row } = lookOf(services, guild.id)
  if (row) keep(services, guild.id, { shown: plain, refused: {}, avatarHash: null, bannerHash: null, retryAt: null })
  if (row || differences(wantedIn(services, guild.id), plain, {}).length > 0) applySoon(services, guild.id)
}

const errorShape = z.object({ errors: z.record(z.string(), z.unknown()) })

/** The parts that Discord refused, each with its message; undefined if it refused something else. */
function refusedParts(error: unknown): Partial<Record<Part, { code: string; message: string }>> | undefined {
  if (!(error instanceof DiscordAPIError)) return undefined
  if (error.code === RESTJSONErrorCodes.MissingPermissions)
    return { name: { code: 'MISSING_PERMISSIONS', message: 'I need Change Nickname for that. Give it to my role.' } }
  const errors = errorShape.safeParse(error.rawError).data?.errors ?? {}
  const keys: Record<Part, string> = { name: 'nick', avatar: 'avatar', banner: 'banner', bio: 'bio' }
  const found = parts.flatMap(part => {
    const inner = z
      .object({ _errors: z.array(z.object({ code: z.string(), message: z.string() })).min(1) })
      .safeParse(errors[keys[part]])
    const [first] = inner.data?.['_errors'] ?? []
    return first ? [[part, first] as const] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

const isTooOften = (code: string) => code.endsWith('_RATE_LIMIT')

/** The request for Discord. An image that is no longer stored is removed. */
async function bodyOf(services: Services, guildId: string, wanted: Look, differing: readonly Part[]) {
  const data = (id: string) => (id === '' ? null : pictureData(services, guildId, id).then(found => found ?? null))
  return {
    ...(differing.includes('name') && { nick: wanted.name === '' ? null : wanted.name }),
    ...(differing.includes('bio') && { bio: wanted.bio === '' ? null : wanted.bio }),
    ...(differing.includes('avatar') && { avatar: await data(wanted.avatar) }),
    ...(differing.includes('banner') && { banner: await data(wanted.banner) }),
  }
}

const reason = 'Bot Personalizer'

/**
 * Makes the bot's appearance in a server match the settings, or the default one while the feature rests. Safe to
 * repeat: only what Discord has not accepted is sent.
 */
export const apply = job({
  handle: applying,
  promise: () => 'change how I look in this server',
  free: true,
  async run(services, { guildId }) {
    const { client, log, now } = services
    const guild = client.guilds.cache.get(guildId)
    if (!guild) return
    if (!guild.available) {
      applySoon(services, guildId, now() + outageMs)
      return
    }
    const { shown, refused: before } = lookOf(services, guildId)
    const wanted = wantedIn(services, guildId)
    const refused: Refusals = Object.fromEntries(
      Object.entries(before).filter(([part, { wanted: then }]) => then === wanted[part as Part]),
    )
    let left = differences(wanted, shown, refused)
    let retryAt: number | null = null
    const look: Look = { ...shown }
    while (left.length > 0) {
      try {
        const me: GuildMember = await guild.members.editMe({
          ...(await bodyOf(services, guildId, wanted, left)),
          reason,
        })
        for (const part of left) look[part] = wanted[part]
        keep(services, guildId, {
          shown: look,
          ...(left.includes('avatar') && { avatarHash: me.avatar }),
          ...(left.includes('banner') && { bannerHash: me.banner }),
        })
        break
      } catch (error) {
        const told = refusedParts(error)
        const named = told ? left.filter(part => told[part]) : []
        if (!told || named.length === 0) throw error
        log.info({ guildId, parts: named, feature: personalizer.name }, 'discord refused a part of the look')
        for (const part of named) {
          const { code, message } = told[part] ?? { code: '', message: '' }
          if (isTooOften(code)) retryAt = now() + pictureRetryMs
          const problem = isTooOften(code)
            ? `Discord lets a bot change its ${titles[part].toLowerCase()} only now and then. I will try again automatically.`
            : code === 'MISSING_PERMISSIONS'
              ? message
              : `Discord does not accept this: ${message}`
          refused[part] = { wanted: wanted[part], problem }
        }
        left = left.filter(part => !named.includes(part))
      }
    }
    keep(services, guildId, { refused, retryAt, toldAt: now() })
    if (retryAt !== null) services.scheduler.at(retry, { at: retryAt, guildId, key: guildId, payload: { guildId } })
  },
})

/** Tries again a change that Discord had refused as too soon. */
export const retry = job({
  payload: z.object({ guildId: snowflake }),
  promise: () => 'change how I look in this server',
  free: true,
  run(services, { guildId }) {
    keep(services, guildId, { refused: {}, retryAt: null })
    applySoon(services, guildId)
  },
})
