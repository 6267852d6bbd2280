import type { PermissionsString } from 'discord.js'
import type { CaseKind, Punishment } from './contract.ts'

/** What a punishment is called in sentences, what the bot needs for it, and the colour of its embeds. */
export const wording: Record<Punishment, { verb: string; done: string; needs: PermissionsString | null }> = {
  warn: { verb: 'warn', done: 'warned', needs: null },
  timeout: { verb: 'time out', done: 'timed out', needs: 'ModerateMembers' },
  kick: { verb: 'kick', done: 'kicked', needs: 'KickMembers' },
  softban: { verb: 'softban', done: 'softbanned', needs: 'BanMembers' },
  ban: { verb: 'ban', done: 'banned', needs: 'BanMembers' },
}

const silenced = 0x102027
const released = 0x4b636e
const elsewhere = 0x546e7a

/** The colour by which a case is known in the moderation log. */
export const caseColours: Record<CaseKind, number> = {
  warn: 0xf7e919,
  timeout: silenced,
  untimeout: released,
  kick: 0xff7961,
  softban: 0xaf4448,
  ban: 0xd32f2f,
  unban: 0x00c853,
  note: 0x068add,
  nick: elsewhere,
  purge: elsewhere,
  slowmode: elsewhere,
  lock: elsewhere,
  unlock: released,
  'voice-mute': silenced,
  'voice-unmute': released,
  deafen: silenced,
  undeafen: released,
  disconnect: elsewhere,
  move: elsewhere,
}
