import { type AnyThreadChannel, AuditLogEvent, DiscordAPIError } from 'discord.js'
import { z } from 'zod'
import { since } from '#kit/clock.ts'
import { isOutage, isRefusal } from '#kit/discord-errors.ts'
import { guildContext } from '#kernel/context.ts'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle } from '#kernel/feature.ts'
import automod from '../contract.ts'
import { memberOf } from '../message/member-of.ts'
import { reportName, rulesBrokenByThread } from './names.ts'
import { stateOf } from '../state.ts'

type Ctx = Context<typeof automod>

/** When to look in the audit log after a rename (ms), until an entry shows who did it, since the log may lag behind. */
const looksAfterMs = [0, 1500, 5000, 15_000, 30_000]
/**
 * How long one answer serves all threads of a server (ms), so that rapid renames leave room in the rate limit for
 * pages.
 */
const sharedMs = 3000
/** The most that clocks may differ (ms): older entries in the audit log belong to another rename to the same name. */
const clocksMs = 30_000

const rename = z.object({
  threadId: z.string(),
  name: z.string(),
  /** The last name that broke no rule. */
  clean: z.string(),
  /** When it was renamed (Unix ms), and the number of the next lookup. */
  at: z.number(),
  look: z.number().int(),
  /** Earlier renames to the same name, stored for a process that did not see them. */
  before: z.array(z.object({ at: z.number(), entryId: z.string().optional() })).default([]),
})
type Rename = z.output<typeof rename>
const handle = jobHandle(rename)

/** How long after a failed lookup to repeat it (ms); a failed lookup does not count. */
const failedAgainMs = 15_000
/** How long to repeat failed lookups (ms). After that, the name stays, because nobody knows who chose it. */
const failedForMs = 3_600_000

/** Who renamed the thread; null if that cannot be determined, undefined if the audit log may still show it. */
type Renamer = { by: string | null | undefined } | 'failed'

async function renamedBy(ctx: Ctx, asked: Rename): Promise<Renamer> {
  const { threadId, name, at, look } = asked
  const ask = () => ctx.guild.fetchAuditLogs({ type: AuditLogEvent.ThreadUpdate, limit: 100 })
  try {
    const key = 'automod.thread-renames'
    const { entries } = await ctx.askDiscord({ guildId: ctx.guild.id, key, ttlMs: sharedMs, ask })
    const { own, before, after } = renamesLike(ctx, asked)
    const known = new Set(before.map(({ entryId }) => entryId))
    const unknown = before.filter(({ entryId }) => entryId === undefined)
    const since = Math.min(at, ...unknown.map(one => one.at)) - clocksMs
    const about = [...entries.values()].filter(
      ({ id, targetId, changes, createdTimestamp }) =>
        targetId === threadId &&
        createdTimestamp >= since &&
        !known.has(id) &&
        changes.some(change => change.key === 'name' && change.new === name),
    )
    // An earlier process may have seen more renames; how many of them are logged is certain only at the last lookup.
    const unheard = Math.max(0, about.length - unknown.length - 1 - after.length)
    if (unheard > 0 && look + 1 < looksAfterMs.length) return { by: undefined }
    // The audit log is in chronological order, so the entries of earlier renames come first.
    const entry = about.toSorted((a, b) => a.createdTimestamp - b.createdTimestamp).at(unheard + unknown.length)
    if (own) own.entryId = entry?.id
    return { by: entry?.executorId }
  } catch (err) {
    return err instanceof DiscordAPIError && err.status === 403 ? { by: null } : 'failed'
  }
}

/**
 * A rename, along with those of the same thread to the same name that are close enough in time to be confused with it.
 */
function renamesLike(ctx: Ctx, { threadId, name, at, before }: Rename) {
  const same = (stateOf(ctx).renames.get(threadId) ?? []).filter(one => one.name === name)
  const own = same.findLast(one => one.at === at)
  const after = same.filter(one => one !== own && one.at > at)
  // An earlier process saw it.
  if (!own) return { own, before, after }
  return { own, after, before: same.filter(one => one !== own && one.at <= at && one.at >= at - 2 * clocksMs) }
}

/** Remembers a rename for as long as its entry might be confused with another's. */
function noteRename(ctx: Ctx, { threadId, name, at }: Pick<Rename, 'threadId' | 'name' | 'at'>): void {
  const { renames } = stateOf(ctx)
  const lately = (renames.get(threadId) ?? []).filter(one => one.at >= at - 2 * clocksMs)
  renames.set(threadId, [...lately, { name, at, entryId: undefined }])
}

/** Nobody in an outage either: `judge` asks again who it is before anything is done. */
const memberIfKnown: typeof memberOf = (guild, userId) => memberOf(guild, userId).catch(() => null)

/** For a thread that never had an acceptable name. */
const neutralName = 'Thread'

/**
 * Restores a thread's last acceptable name if its new one breaks a rule. Nobody gets a strike: Discord does not say in
 * time who renamed it, and the thread may belong to somebody else.
 */
export async function onThreadRename(ctx: Ctx, before: AnyThreadChannel, thread: AnyThreadChannel): Promise<void> {
  if (before.name === thread.name || thread.ownerId === null) return
  const { cleanNames, handled } = stateOf(ctx)
  if (handled.has(thread.id)) return
  const { id: threadId, name, ownerId } = thread
  const isBroken = (tried: string, ifUnknown: boolean) =>
    rulesBrokenByThread(ctx, tried, thread, ownerId, memberIfKnown).then(
      hits => hits.length > 0,
      (error: unknown) => {
        if (!isOutage(error)) throw error
        return ifUnknown
      },
    )
  // An invite that cannot be looked up now is looked up once it is known who chose the name.
  if (!(await isBroken(name, true))) {
    cleanNames.delete(threadId)
    return
  }
  const wasClean = !(await isBroken(before.name, false))
  const clean = cleanNames.get(threadId) ?? (wasClean ? before.name : neutralName)
  // Discord allows two renames of a thread in ten minutes, so ours may be late, and further renames may come before it.
  cleanNames.set(threadId, clean)
  const asked: Rename = { threadId, name, clean, at: ctx.now(), look: 0, before: [] }
  noteRename(ctx, asked)
  await lookUp(ctx, thread, asked)
}

/** Judges a name once it is known who chose it. */
async function lookUp(ctx: Ctx, thread: AnyThreadChannel, asked: Rename): Promise<void> {
  const renamer = await renamedBy(ctx, asked)
  // Later names are judged separately.
  if (thread.name !== asked.name) return
  const { before } = renamesLike(ctx, asked)
  const later = (at: number, look: number) =>
    void ctx.scheduler.at(handle, { at, guildId: ctx.guild.id, key: thread.id, payload: { ...asked, look, before } })
  const again = () => {
    if (since(asked.at, ctx.now()) < failedForMs) later(ctx.now() + failedAgainMs, asked.look)
    else stateOf(ctx).cleanNames.delete(thread.id)
  }
  if (renamer === 'failed') return again()
  const look = asked.look + 1
  const afterMs = looksAfterMs[look]
  if (renamer.by === undefined && afterMs !== undefined) return later(asked.at + afterMs, look)
  await judge(ctx, thread, asked, renamer.by ?? null).catch((error: unknown) => {
    if (!isOutage(error)) throw error
    again()
  })
}

/** @param by null if that cannot be determined; the thread's owner is then held responsible */
async function judge(ctx: Ctx, thread: AnyThreadChannel, { name, clean }: Rename, by: string | null): Promise<void> {
  const whose = by ?? thread.ownerId
  const hits = whose === null ? [] : await rulesBrokenByThread(ctx, name, thread, whose)
  if (hits.length === 0) {
    stateOf(ctx).cleanNames.delete(thread.id)
    return
  }
  const done = await inLane('moderation', () =>
    thread.setName(clean, `Auto-moderation: its name ${hits[0]?.rule.reason}`),
  ).then(
    () => `I changed it back to ${clean}.`,
    (err: unknown) => {
      ctx.log.info({ err, guildId: ctx.guild.id, feature: automod.name }, 'thread could not be named back')
      return isRefusal(err)
        ? 'Nothing: I could not rename it. The doctor command shows what I am missing.'
        : 'Nothing: Discord did not answer.'
    },
  )
  const user = by === null ? null : await ctx.client.users.fetch(by).catch(() => null)
  await reportName(ctx, { hits, name, user, where: `Name of <#${thread.id}>`, done })
}

/** Looks again for who renamed a thread. */
export const renameVerdict = job({
  handle,
  payload: rename,
  promise: 'housekeeping',
  async run(services, asked, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    const thread = guild?.channels.cache.get(asked.threadId)
    if (!guild || !thread?.isThread() || stateOf(services).handled.has(thread.id)) return
    const ctx = guildContext(services, automod, guild)
    if (ctx.own.enabled) await lookUp(ctx, thread, asked)
  },
})
