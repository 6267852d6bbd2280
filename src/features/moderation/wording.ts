import type { PermissionsString } from 'discord.js'
import type { Punishment } from './contract.ts'
import { doneTo } from './template.ts'

/** What a punishment is called in sentences, and what the bot needs for it. */
export const wording: Record<Punishment, { verb: string; done: string; needs: PermissionsString | null }> = {
  warn: { verb: 'warn', done: doneTo.warn, needs: null },
  timeout: { verb: 'time out', done: doneTo.timeout, needs: 'ModerateMembers' },
  kick: { verb: 'kick', done: doneTo.kick, needs: 'KickMembers' },
  softban: { verb: 'softban', done: doneTo.softban, needs: 'BanMembers' },
  ban: { verb: 'ban', done: doneTo.ban, needs: 'BanMembers' },
}
