import { processState, type Services } from '#kernel/feature.ts'
import { hasUntold } from './masked-channels.ts'
import { noteOf, putNote } from './notes.ts'
import { flush, isWaiting, whenIdle } from './pending-work.ts'
import { scheduleReading } from './read-server.ts'
import { hasChangedSinceGap, noteGap } from './reconcile.ts'
import { compact, type Digests, digestsOf, keepDigests, kindsIn, type SentKind, unlikeBefore } from './guild-digests.ts'
import { type Listing, listing, recordWhole } from './whole-server.ts'
import { sources } from './write-state.ts'

type Raw = Readonly<Record<string, unknown>>

/** What Discord sent about a server, until it is compared. */
interface Sent {
  /** When it was sent (Unix ms). */
  at: number
  digests: Digests
  /** The objects of the kinds that have changed, as JSON. */
  lists: readonly { kind: SentKind; text: string }[]
}

const missing: Readonly<Record<SentKind, Listing['missing']>> = {
  guild: 'unknown',
  role: 'gone',
  channel: 'gone',
  emoji: 'gone',
  sticker: 'gone',
  sound: 'gone',
  event: 'gone-if-seen',
}

function compare(services: Services, guildId: string, { at, digests, lists }: Sent): void {
  const wasKnown = noteOf(services, guildId, 'structure') !== undefined
  const wasMissing = noteOf(services, guildId, 'gap') !== undefined
  if (wasKnown) noteGap(services, guildId)
  const readAgain = (mayHaveChanged: boolean) =>
    scheduleReading(services, guildId, mayHaveChanged && hasChangedSinceGap(services, guildId) ? 'now' : 'soon')
  if (lists.length === 0) return readAgain(wasMissing)
  recordWhole(
    services,
    guildId,
    // Written by `compact`.
    lists.flatMap(({ kind, text }) =>
      listing(kind, JSON.parse(text), missing[kind], kind === 'sound' ? 'sound_id' : 'id'),
    ),
    { ...(wasKnown ? sources.readAgain : sources.firstRead), at },
    () => {
      putNote(services, guildId, 'structure')
      // If somebody is still to be told about hidden channels, they have to be told after a crash, too.
      keepDigests(services, guildId, hasUntold(services, guildId) ? { ...digests, channel: undefined } : digests)
      readAgain(true)
    },
  )
}

/** The most characters kept of all servers until they are compared; beyond that, a server is compared at once. */
const mostKept = 32_000_000
const kept = processState(() => ({ characters: 0 }))

/**
 * Records a server as Discord sends it when the bot connects, comes back after a lost session, or when the server comes
 * back after an outage. It contains all channels, masked where the bot cannot view them; but only events of channels
 * that it can view. While the bot starts, it is only checked whether the server has changed; what differs is compared
 * later.
 * Source: Discord's documentation, "Guild Create".
 */
export function recordGuildCreate(
  services: Services,
  guildId: string,
  guild: object & { unavailable?: boolean },
): void {
  if (guild.unavailable === true || !('channels' in guild)) return
  const whole: Raw = { ...guild }
  const digests = digestsOf(whole)
  // Work that waits may change what is known.
  const kinds = isWaiting(services, guildId) ? kindsIn(digests) : unlikeBefore(services, guildId, digests)
  const lists = kinds.map(kind => ({ kind, text: compact(kind, whole) }))
  const characters = lists.reduce((sum, { text }) => sum + text.length, 0)
  const at = services.now()
  kept(services).characters += characters
  whenIdle(services, guildId, () => {
    kept(services).characters -= characters
    compare(services, guildId, { at, digests, lists })
  })
  if (kept(services).characters > mostKept) flush(services, guildId)
}
