import { GuildScheduledEventStatus } from 'discord.js'
import type { Parts, Services } from '#kernel/feature.ts'
import type antinuke from '../contract.ts'
import { recordEntry } from './attribution.ts'
import type { JournalAuditEntry } from './audit-entry.ts'
import { noteOf, putNote } from './notes.ts'
import type { ObjectKind } from './objects.ts'
import { inSlices } from './pending-work.ts'
import { bringsPicture } from './pictures.ts'
import { readSoon } from './read-soon.ts'
import { recordGone, recordList, recordObject } from './record.ts'
import { recordGuildCreate } from './guild-create.ts'
import { isDoubtful, sources } from './write-state.ts'

type Packets = NonNullable<Parts<typeof antinuke>['packets']>
type Raw = Readonly<Record<string, unknown>>
type Receive = (services: Services, guildId: string, data: object) => void

const idIn = (raw: Raw, key: string): string | undefined => {
  const id = raw[key]
  return typeof id === 'string' ? id : undefined
}

/**
 * The part of a server that is read to find out an object's real state. Members are many, so the daily readings have to
 * do for them.
 */
const partOf = (kind: ObjectKind) =>
  kind === 'member' ? undefined : kind === 'rule' || kind === 'invite' ? 'rules' : 'structure'

/** Receives events about one object. @param where where the object is in the event, and its id in the object */
const about = (
  kind: ObjectKind,
  how: 'created' | 'updated' | 'gone',
  where: { in?: string; id?: string } = {},
): Receive => {
  const { in: place, id: key = 'id' } = where
  return (services, guildId, data) => {
    const event: Raw = { ...data }
    const raw: Raw = place === undefined ? event : { ...(event[place] as object | undefined) }
    const id = idIn(raw, key)
    if (id === undefined) return
    // It may be written later than it arrived.
    const source = { ...(how === 'gone' ? sources.updated : sources[how]), at: services.now() }
    const record = () => {
      if (how === 'gone') return recordGone(services, guildId, { kind, id }, source)
      const written = recordObject(services, guildId, { kind, id }, raw, source)
      if (written && bringsPicture(written)) readSoon(services, guildId, 'pictures')
      const part = partOf(kind)
      if (part && written && isDoubtful(services, guildId, written)) readSoon(services, guildId, part)
    }
    inSlices(services, guildId, [record])
  }
}

/** Receives events with whole lists. */
const listed =
  (kind: ObjectKind, place: string, key = 'id'): Receive =>
  (services, guildId, data) => {
    const list: unknown = { ...data }[place as never]
    if (!Array.isArray(list)) return
    const objects = list.flatMap((raw: Raw) => {
      const id = idIn(raw, key)
      return id === undefined ? [] : [{ id, raw }]
    })
    inSlices(services, guildId, [() => recordList(services, guildId, kind, objects)])
    readSoon(services, guildId, 'pictures')
  }

const over: ReadonlySet<unknown> = new Set([GuildScheduledEventStatus.Completed, GuildScheduledEventStatus.Canceled])

/** An event that is over or canceled cannot be opened again: it counts as gone. */
const eventUpdated: Receive = (services, guildId, data) =>
  about('event', 'status' in data && over.has(data.status) ? 'gone' : 'updated')(services, guildId, data)

/** The widget is part of this event; what newcomers see is not, and may have changed, too. */
function guildUpdated(services: Services, guildId: string, data: object): void {
  const { widget_enabled: enabled, widget_channel_id: channel_id }: Raw = { ...data }
  const source = { ...sources.updated, at: services.now() }
  const record = () => {
    const written = recordObject(services, guildId, { kind: 'guild', id: guildId }, data, source)
    if (written && bringsPicture(written)) readSoon(services, guildId, 'pictures')
    const widget: Raw = { enabled, channel_id }
    if (enabled !== undefined) recordObject(services, guildId, { kind: 'widget', id: guildId }, widget, source)
  }
  inSlices(services, guildId, [record])
  readSoon(services, guildId, 'newcomers')
}

function memberEvent(how: 'created' | 'updated' | 'gone'): Receive {
  return (services, guildId, data) => {
    const { user }: { user?: { id?: unknown } } = data
    if (typeof user?.id === 'string')
      about('member', how, { id: 'user_id' })(services, guildId, { ...data, user_id: user.id })
  }
}

function entryCreated(services: Services, guildId: string, entry: JournalAuditEntry): void {
  const record = () => {
    recordEntry(services, guildId, entry)
    // While something may have been missed, the note keeps the last entry before that.
    if (!noteOf(services, guildId, 'gap')) putNote(services, guildId, 'audit', entry.id)
  }
  // Done a little later: the request that stops an attack leaves when this turn ends.
  inSlices(services, guildId, [record])
  if (onboarding.has(entry.action_type ?? 0)) readSoon(services, guildId, 'newcomers')
}
const onboarding: ReadonlySet<number> = new Set([163, 164, 165, 166, 167])

/** The gateway dispatches that the journal receives. */
export const packets: Packets = {
  GUILD_CREATE: recordGuildCreate,
  GUILD_UPDATE: guildUpdated,
  CHANNEL_CREATE: about('channel', 'created'),
  CHANNEL_UPDATE: about('channel', 'updated'),
  CHANNEL_DELETE: about('channel', 'gone'),
  GUILD_ROLE_CREATE: about('role', 'created', { in: 'role' }),
  GUILD_ROLE_UPDATE: about('role', 'updated', { in: 'role' }),
  GUILD_ROLE_DELETE: about('role', 'gone', { id: 'role_id' }),
  GUILD_EMOJIS_UPDATE: listed('emoji', 'emojis'),
  GUILD_STICKERS_UPDATE: listed('sticker', 'stickers'),
  GUILD_SOUNDBOARD_SOUND_CREATE: about('sound', 'created', { id: 'sound_id' }),
  GUILD_SOUNDBOARD_SOUND_UPDATE: about('sound', 'updated', { id: 'sound_id' }),
  GUILD_SOUNDBOARD_SOUND_DELETE: about('sound', 'gone', { id: 'sound_id' }),
  GUILD_SOUNDBOARD_SOUNDS_UPDATE: listed('sound', 'soundboard_sounds', 'sound_id'),
  GUILD_SCHEDULED_EVENT_CREATE: about('event', 'created'),
  GUILD_SCHEDULED_EVENT_UPDATE: eventUpdated,
  GUILD_SCHEDULED_EVENT_DELETE: about('event', 'gone'),
  AUTO_MODERATION_RULE_CREATE: about('rule', 'created'),
  AUTO_MODERATION_RULE_UPDATE: about('rule', 'updated'),
  AUTO_MODERATION_RULE_DELETE: about('rule', 'gone'),
  INVITE_CREATE: about('invite', 'created', { id: 'code' }),
  INVITE_DELETE: about('invite', 'gone', { id: 'code' }),
  GUILD_MEMBER_ADD: memberEvent('created'),
  GUILD_MEMBER_UPDATE: memberEvent('updated'),
  GUILD_MEMBER_REMOVE: memberEvent('gone'),
  WEBHOOKS_UPDATE: (services, guildId) => readSoon(services, guildId, 'webhooks'),
  GUILD_AUDIT_LOG_ENTRY_CREATE: entryCreated,
}
