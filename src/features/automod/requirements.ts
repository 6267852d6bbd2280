import type { Requirement } from '#kit/requirement.ts'
import type { AutomodAction } from './contract.ts'
import type { AutomodSettings } from './contract.ts'

const forAction: Partial<Record<AutomodAction, Omit<Requirement, 'setting'>>> = {
  TIMEOUT: { permission: 'ModerateMembers', why: 'to time out members with too many strikes' },
  KICK: { permission: 'KickMembers', why: 'to kick members with too many strikes' },
  BAN: { permission: 'BanMembers', why: 'to ban members with too many strikes' },
}

/** What the bot must be able to do for these settings. */
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
