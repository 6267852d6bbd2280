import type { PermissionsString } from 'discord.js'
import type { SanctionKind } from '../contract.ts'
import { inert } from '#kit/template.ts'
import { doneTo } from '../template.ts'

/** How sentences refer to each sanction, and the permission that the bot needs for it. */
export const sanctionWording: Record<
  SanctionKind,
  { verb: string; them: string; done: string; needs: PermissionsString | null }
> = {
  warn: { verb: 'warn', them: 'warn them', done: doneTo.warn, needs: null },
  timeout: { verb: 'time out', them: 'time them out', done: doneTo.timeout, needs: 'ModerateMembers' },
  kick: { verb: 'kick', them: 'kick them', done: doneTo.kick, needs: 'KickMembers' },
  softban: { verb: 'softban', them: 'softban them', done: doneTo.softban, needs: 'BanMembers' },
  ban: { verb: 'ban', them: 'ban them', done: doneTo.ban, needs: 'BanMembers' },
}

/** Adds the reason, as stored in the case, to the end of a reply. */
export const withReason = (told: string, reason: string | null | undefined): string =>
  [told, ...(reason ? [`Reason: ${inert(reason)}`] : [])].join('\n')
