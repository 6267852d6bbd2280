import type { Guild, GuildMember } from 'discord.js'
import { z } from 'zod'
import { postModlog, sanction, whySpared } from '#features/moderation/public.ts'
import { type Context, job, type Services } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { cut } from '#kit/template.ts'
import automod, { type AutomodAction } from '../contract.ts'
import { stateOf } from '../state.ts'
import { exceedsRemovalLimit, wouldExceedRemovalLimit } from './removal-limit.ts'

const order = z.object({
  userId: z.string(),
  kind: z.enum(['warn', 'timeout', 'kick', 'ban']),
  limit: z.number(),
  key: z.string(),
})

/** The sanction for each action; deleting the message has already been done. */
const sanctionOf: Record<AutomodAction, z.output<typeof order>['kind'] | null> = {
  DELETE: null,
  WARN: 'warn',
  TIMEOUT: 'timeout',
  KICK: 'kick',
  BAN: 'ban',
}
/**
 * The number of attempts while Discord does not carry out a sanction; then moderators are notified. They take a little
 * over ten minutes, for which requests may be held back after too many refusals.
 * While it does not even say who the member is, the scheduler's attempts count.
 */
const mostTries = 8
const timeoutMs = 24 * 60 * 60_000

const keyOf = (guildId: string, userId: string) => `${guildId}/${userId}`

/**
 * Whether a sanction is scheduled, or was carried out a moment ago. With many members it can take minutes: Discord lets
 * a bot time out ten members in ten seconds.
 */
export function isBeingSanctioned(services: Services, guildId: string, userId: string): boolean {
  const key = keyOf(guildId, userId)
  return stateOf(services).sanctioned.has(key) || services.scheduler.waits(sanctionJob, key)
}

/** Calls off a sanction that is scheduled. @returns what became of it; undefined if there was none */
export function cancelSanction(
  services: Services,
  guildId: string,
  userId: string,
): 'called off' | 'under way' | undefined {
  const key = keyOf(guildId, userId)
  // Also one that is under way: it must not be tried again.
  const isCancelled = services.scheduler.cancel(sanctionJob, key)
  if (stateOf(services).sanctioning.has(key)) return 'under way'
  return isCancelled ? 'called off' : undefined
}

/** Marks a member as sanctioned: messages posted before the sanction took effect may still arrive. */
export const markSanctioned = (services: Services, guildId: string, userId: string): void =>
  void stateOf(services).sanctioned.set(keyOf(guildId, userId), true)

/** Schedules the server's action for a member at the limit, as a job, so that it survives a restart. */
export function scheduleSanction(ctx: Context<typeof automod>, userId: string, source: string): void {
  const { guild, own, scheduler, now } = ctx
  const kind = sanctionOf[own.action]
  if (kind === null) return
  const payload = { userId, kind, limit: own.maxStrikes, key: `automod/${source}/${userId}` }
  const key = keyOf(guild.id, userId)
  scheduler.at(sanctionJob, { at: now(), guildId: guild.id, payload, key })
}

/** Reports it in the moderation log each time, and to the owner once an hour. */
async function reportHeldSanction(services: Services, guild: Guild, userId: string, kind: string): Promise<void> {
  const words = kind === 'ban' ? 'banned' : 'kicked'
  const text =
    `Auto-moderation would have ${words} more long-standing members than anti-nuke allows, because of settings ` +
    'that neither the owner nor an extra owner made. They are timed out for a day instead. Look at its settings.'
  const embed = { color: colours.warning, author: { name: 'Auto Moderation' }, description: text }
  await postModlog(services, guild, { ...embed, fields: [{ name: 'Member', value: `<@${userId}>` }] })
  const { toldOwners } = stateOf(services)
  if (toldOwners.has(guild.id)) return
  toldOwners.set(guild.id, true)
  const footer = { text: cut(guild.name, 2048) }
  await services.client.users
    .send(guild.ownerId, { embeds: [{ ...embed, footer }] })
    .catch((err: unknown) => services.log.info({ err, guildId: guild.id, feature: automod.name }, 'owner not told'))
}

/** What an action would really do to a member at the limit, by the checks of `sanctionJob`, and why if that differs. */
export async function previewAction(
  services: Services,
  member: GuildMember,
  action: AutomodAction,
): Promise<{ action: AutomodAction | null; why?: string }> {
  const kind = sanctionOf[action]
  if (kind === null) return { action }
  const { guild, user: target } = member
  const isHeld =
    (kind === 'ban' || kind === 'kick') && (await wouldExceedRemovalLimit(services, guild, { userId: target.id, kind }))
  const done = isHeld ? 'timeout' : kind
  const moderatorId = services.client.user.id
  const spared = await whySpared(services, { guild, target, kind: done, source: 'automod', moderatorId })
  if (spared !== undefined) return { action: null, why: `They would be spared: ${spared}` }
  return isHeld
    ? {
        action: 'TIMEOUT',
        why: 'They would be timed out for a day instead: more members were removed than anti-nuke allows.',
      }
    : { action }
}

export const sanctionJob = job({
  lane: 'moderation',
  payload: order,
  promise: ({ userId }) => `act on the strikes of <@${userId}>`,
  async run(services, { userId, kind, limit, key }, { guildId, attempt }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild?.available) throw new Error('the guild is not there')
    const target = await services.client.users.fetch(userId)
    const isHeld = (kind === 'ban' || kind === 'kick') && (await exceedsRemovalLimit(services, guild, { userId, kind }))
    const done = isHeld ? 'timeout' : kind
    const { sanctioning } = stateOf(services)
    const place = keyOf(guild.id, userId)
    sanctioning.add(place)
    const { problem, outage } = await sanction(services, {
      guild,
      target,
      kind: done,
      source: 'automod',
      moderatorId: services.client.user.id,
      reason: `Reached ${limit} of ${limit} automod strikes`,
      durationMs: done === 'timeout' ? timeoutMs : undefined,
      key,
    }).finally(() => sanctioning.delete(place))
    if (outage && attempt < mostTries) throw new Error('discord does not answer')
    markSanctioned(services, guild.id, userId)
    if (isHeld) await reportHeldSanction(services, guild, userId, kind)
    if (problem === null) return
    await postModlog(services, guild, {
      color: colours.error,
      author: { name: 'Auto Moderation', icon_url: target.displayAvatarURL() },
      description: `<@${userId}> reached ${limit} strikes, but I could not act. ${problem}`,
      footer: { text: `${target.tag} · ${userId}` },
    })
  },
})
