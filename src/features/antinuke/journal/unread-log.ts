import type { Guild } from 'discord.js'
import { type Services, state } from '#kernel/feature.ts'
import { noteOf } from './notes.ts'
import { scheduleReading } from './read-server.ts'
import { mayRead, noteGap } from './reconcile.ts'

/** Whether the bot could read a server's audit log when that was last looked at. */
const lastLook = state((): { couldRead: boolean | undefined } => ({ couldRead: undefined }))

/**
 * Call it when the bot's permissions may have changed. Discord sends no entries of the audit log to a bot that may not
 * view it: that is a gap, and what was done in it is read once the bot may view the log again.
 */
export function followAuditLog(services: Services, guild: Guild): void {
  const look = lastLook(services, guild.id)
  const canRead = mayRead(guild)
  if (look.couldRead === canRead) return
  look.couldRead = canRead
  if (!canRead) noteGap(services, guild.id)
  else if (noteOf(services, guild.id, 'gap')) scheduleReading(services, guild.id, 'now')
}
