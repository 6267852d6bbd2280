import type { Guild } from 'discord.js'
import { z } from 'zod'
import { postModlog, punish } from '#features/moderation/public.ts'
import type { Context, Job, Services } from '#kernel/feature.ts'
import { colours } from '#kernel/notices.ts'
import automod, { type Action } from './contract.ts'

const order = z.object({
  userId: z.string(),
  kind: z.enum(['warn', 'timeout', 'kick', 'ban']),
  limit: z.number(),
  key: z.string(),
})
export type PunishmentOrder = z.output<typeof order>

/** What each action does at the limit; deleting was done already. */
const punishments: Record<Action, PunishmentOrder['kind'] | null> = {
  DELETE: null,
  WARN: 'warn',
  TIMEOUT: 'timeout',
  KICK: 'kick',
  BAN: 'ban',
}
const timeoutMs = 24 * 60 * 60_000

/** When a punishment is taken up again that a killed process left undone. An attack may have Discord make many wait. */
const takenUpMs = 5 * 60_000

/**
 * Orders what the server set for members at the limit, so that it is carried out whatever happens to the process.
 * @returns to be given to {@link carryOut} at once; undefined when there is nothing to do
 */
export function orderPunishment(
  { guild, own, scheduler, now }: Context<typeof automod>,
  userId: string,
  source: string,
): PunishmentOrder | undefined {
  const kind = punishments[own.action]
  if (kind === null) return undefined
  const payload = { userId, kind, limit: own.maxStrikes, key: `automod/${source}/${userId}` }
  scheduler.at({
    feature: automod.name,
    job: 'punish',
    at: now() + takenUpMs,
    guildId: guild.id,
    payload,
    key: payload.key,
  })
  return payload
}

/**
 * Punishes as ordered, once however often it is called, and says in the log what stood in the way. Not left to the job alone:
 * where Discord makes fifty punishments wait, no other timer should.
 */
export async function carryOut(services: Services, guild: Guild, ordered: PunishmentOrder): Promise<void> {
  const { userId, kind, limit, key } = ordered
  const target = await services.client.users.fetch(userId)
  const { problem } = await punish(services, {
    guild,
    target,
    kind,
    source: 'automod',
    moderatorId: services.client.user.id,
    reason: `Reached ${limit} of ${limit} automod strikes`,
    durationMs: kind === 'timeout' ? timeoutMs : undefined,
    key,
  })
  services.scheduler.cancel({ feature: automod.name, job: 'punish', key })
  if (problem === null) return
  await postModlog(services, guild, {
    color: colours.error,
    author: { name: 'Auto Moderation', icon_url: target.displayAvatarURL() },
    description: `<@${userId}> reached ${limit} strikes, but I could not act. ${problem}`,
    footer: { text: `${target.tag} · ${userId}` },
  })
}

export const punishment: Job<typeof order> = {
  payload: order,
  async run(services, ordered, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild?.available) throw new Error('the guild is not there')
    await carryOut(services, guild, ordered)
  },
}
