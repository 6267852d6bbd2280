import { z } from 'zod'
import { postModlog, punish, type Punishment } from '#features/moderation/public.ts'
import type { Context, Job } from '#kernel/feature.ts'
import automod, { type Action } from './contract.ts'

/** What each action does at the limit; deleting was done already. */
const punishments: Record<Action, Punishment | null> = {
  DELETE: null,
  WARN: 'warn',
  TIMEOUT: 'timeout',
  KICK: 'kick',
  BAN: 'ban',
}
const timeoutMs = 24 * 60 * 60_000

const order = z.object({
  userId: z.string(),
  kind: z.enum(['warn', 'timeout', 'kick', 'ban']),
  limit: z.number(),
  key: z.string(),
})

/** Orders what the server set for members at the limit. A job, so that it is carried out whatever happens to the process. */
export function orderPunishment(ctx: Context<typeof automod>, userId: string, source: string): void {
  const { guild, own, scheduler, now } = ctx
  const kind = punishments[own.action]
  if (kind === null) return
  const payload = { userId, kind, limit: own.maxStrikes, key: `automod/${source}/${userId}` }
  scheduler.at({ feature: automod.name, job: 'punish', at: now(), guildId: guild.id, payload, key: payload.key })
}

export const punishment: Job<typeof order> = {
  payload: order,
  async run(services, { userId, kind, limit, key }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild?.available) throw new Error('the guild is not there')
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
    if (problem === null) return
    await postModlog(services, guild, {
      color: 0xd61a3c,
      author: { name: 'Auto Moderation', icon_url: target.displayAvatarURL() },
      description: `<@${userId}> reached ${limit} strikes, but I could not act. ${problem}`,
      footer: { text: `${target.tag} · ${userId}` },
    })
  },
}
