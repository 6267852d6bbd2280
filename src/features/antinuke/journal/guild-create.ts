import type { Services } from '#kernel/feature.ts'
import { noteOf, putNote } from './notes.ts'
import { inTurn } from './pending-work.ts'
import { scheduleReading } from './read-server.ts'
import { hasChangedSinceGap, noteGap } from './reconcile.ts'
import { listing, recordWhole } from './whole-server.ts'
import { sources } from './write-state.ts'

type Raw = Readonly<Record<string, unknown>>

/**
 * A server as it is when the bot connects, comes back after a lost session, or when the server does after an outage. All
 * channels are in it, masked where the bot cannot view them; events only of channels that it can.
 * Source: Discord's documentation, "Guild Create".
 */
export function recordGuildCreate(
  services: Services,
  guildId: string,
  guild: object & { unavailable?: boolean },
): void {
  if (guild.unavailable === true || !('channels' in guild)) return
  const whole: Raw = { ...guild }
  inTurn(services, guildId, () => {
    const wasKnown = noteOf(services, guildId, 'structure') !== undefined
    if (wasKnown) noteGap(services, guildId)
    recordWhole(
      services,
      guildId,
      [
        { kind: 'guild', objects: [{ id: guildId, raw: whole }], missing: 'unknown' },
        ...listing('role', whole['roles'], 'gone'),
        ...listing('channel', whole['channels'], 'gone'),
        ...listing('emoji', whole['emojis'], 'gone'),
        ...listing('sticker', whole['stickers'], 'gone'),
        ...listing('sound', whole['soundboard_sounds'], 'gone', 'sound_id'),
        ...listing('event', whole['guild_scheduled_events'], 'gone-if-seen'),
      ],
      wasKnown ? sources.readAgain : sources.firstRead,
      () => {
        putNote(services, guildId, 'structure')
        scheduleReading(services, guildId, hasChangedSinceGap(services, guildId) ? 'now' : 'soon')
      },
    )
  })
}
