import { Routes } from 'discord.js'
import { discordNow } from '#kit/discord-time.ts'
import { inAnyOrder, inLane } from '#kernel/discord/lanes.ts'
import type { Services } from '#kernel/feature.ts'
import type { PunishStep } from './steps.ts'

/**
 * The longest timeout that Discord allows, less a day (ms): if Discord refuses a timeout, somebody is kicked instead,
 * and a clock that was set to local time by mistake is up to 14 hours ahead.
 */
export const timeoutMs = 27 * 24 * 3_600_000

/** The beginning of every reason that anti-nuke gives Discord. */
export const ownReason = 'Anti-nuke:'

type Caller = Pick<Services, 'client' | 'now'>

/**
 * Sends the request of a step; it has left when this returns. The bodies are Discord's own: nothing is asked for first.
 * @returns resolves when Discord has confirmed it; rejects with its refusal
 */
export function send(
  { client, now }: Caller,
  { guildId, userId }: { guildId: string; userId: string },
  step: PunishStep,
  reason: string,
): Promise<unknown> {
  const { rest } = client
  const member = Routes.guildMember(guildId, userId)
  const ask = () => {
    switch (step.do) {
      case 'ban':
        return rest.put(Routes.guildBan(guildId, userId), { body: { delete_message_seconds: 0 }, reason })
      case 'kick':
        return rest.delete(member, { reason })
      case 'timeout':
        return rest.patch(member, {
          body: { communication_disabled_until: new Date(discordNow({ client, now }) + timeoutMs).toISOString() },
          reason,
        })
      case 'strip':
        return rest.patch(member, { body: { roles: step.keep }, reason })
      case 'defuse':
        return rest.patch(Routes.guildRole(guildId, step.roleId), { body: { permissions: '0' }, reason })
      case 'delete-webhook':
        break
    }
    return rest.delete(Routes.webhook(userId), { reason })
  }
  // Several attackers are stopped at the same time, and while things are being put back.
  return inLane('punish', () => inAnyOrder(ask))
}

/** Sends the request that takes a step back. @returns undefined where that is not possible */
export function sendBack(
  { client: { rest } }: Pick<Services, 'client'>,
  { guildId, userId }: { guildId: string; userId: string },
  step: PunishStep,
  reason: string,
): Promise<unknown> | undefined {
  const member = Routes.guildMember(guildId, userId)
  return inLane('repair', () => {
    switch (step.do) {
      case 'ban':
        return rest.delete(Routes.guildBan(guildId, userId), { reason })
      case 'timeout':
        return rest.patch(member, { body: { communication_disabled_until: null }, reason })
      case 'strip':
        return giveBack(rest, guildId, userId, step.take, reason)
      case 'defuse':
        return rest.patch(Routes.guildRole(guildId, step.roleId), { body: { permissions: step.bits }, reason })
      case 'kick':
      case 'delete-webhook':
        break
    }
    return undefined
  })
}

/** Gives roles back one at a time, so that roles they were given since stay. */
async function giveBack(
  rest: Services['client']['rest'],
  guildId: string,
  userId: string,
  roles: readonly string[],
  reason: string,
): Promise<void> {
  for (const roleId of roles) await rest.put(Routes.guildMemberRole(guildId, userId, roleId), { reason })
}
