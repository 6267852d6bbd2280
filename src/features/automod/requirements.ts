import { hasModlog } from '#features/moderation/public.ts'
import type { Context } from '#kernel/feature.ts'
import type { ConfigurationProblem, Requirement } from '#kit/requirement.ts'
import type automod from './contract.ts'
import type { AutomodAction, AutomodSettings } from './contract.ts'

const forAction: Partial<Record<AutomodAction, Omit<Requirement, 'setting'>>> = {
  TIMEOUT: { permission: 'ModerateMembers', why: 'to time out members with too many strikes' },
  KICK: { permission: 'KickMembers', why: 'to kick members with too many strikes' },
  BAN: { permission: 'BanMembers', why: 'to ban members with too many strikes' },
}

/** The permissions that the bot needs for these settings. */
export function requirements({
  action,
  antiGhostping,
  judgeNicknames,
  mirrorNative,
}: Pick<AutomodSettings, 'action' | 'antiGhostping' | 'judgeNicknames' | 'mirrorNative'>): Requirement[] {
  const needed = forAction[action]
  return [
    { permission: 'ManageMessages', setting: 'enabled', why: 'to delete messages that break the rules' },
    { permission: 'ManageThreads', setting: 'enabled', why: 'to delete threads whose names break the rules' },
    ...(needed ? [{ ...needed, setting: 'action' }] : []),
    ...(antiGhostping
      ? [
          {
            permission: 'ViewAuditLog',
            setting: 'antiGhostping',
            why: 'to tell ghost pings from what moderators delete',
          } as const,
        ]
      : []),
    ...(judgeNicknames
      ? [{ permission: 'ManageNicknames', setting: 'judgeNicknames', why: 'to take nicknames back' } as const]
      : []),
    ...(mirrorNative
      ? [{ permission: 'ManageGuild', setting: 'mirrorNative', why: "to keep Discord's AutoMod in step" } as const]
      : []),
  ]
}

/** Ghost pings are only logged, so without a log the rule has no effect. */
export const problems = (ctx: Context<typeof automod>): ConfigurationProblem[] =>
  ctx.own.antiGhostping && !hasModlog(ctx, ctx.guild)
    ? [
        {
          title: 'Ghost pings are posted nowhere',
          repair: 'Choose a moderation log on the page Moderation, or switch Anti-Ghost Ping off.',
          setting: 'antiGhostping',
        },
      ]
    : []
