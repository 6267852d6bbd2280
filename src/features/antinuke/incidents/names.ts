import { ChannelType, type GuildMember } from 'discord.js'
import type { z } from 'zod'
import type { Person } from '#contract'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { type ObjectKind, objectKinds } from '../journal/objects.ts'
import type { ShownPart } from './contract.ts'
import { sentence } from './incidents.ts'

/** The names under which an incident's reader may know things. */
export interface IncidentNames {
  person(id: string): Person
  /** The name of an object. @param stored its name at that time; @returns null where the reader may not know it */
  object(kind: ObjectKind, id: string, stored: string | null): string | null
  /** Whether a channel is a category, as far as is known. */
  channelKind(id: string): 'channel' | 'category'
  /** A stored sentence with names; one about somebody who was forgotten is replaced by a sentence without names. */
  parts(stored: unknown): ShownPart[]
}

/** Kinds of objects in a channel: a reader who may not know the channel may not know these either. */
const within: readonly ObjectKind[] = ['channel', 'webhook', 'invite', 'event']

/** The names of roles and channels that stored sentences give, by id. */
function namesIn(told: readonly unknown[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const one of told.flatMap(parts => sentence.safeParse(parts).data ?? []))
    if (typeof one !== 'string' && !('user' in one) && one.name !== undefined)
      names.set('role' in one ? one.role : one.channel, one.name)
  return names
}

/**
 * Returns the names for a reader.
 * @param person looks up people who took part; everybody else is called by their name at that time
 * @param idNow returns the current id of a recreated object
 * @param told sentences whose names hold for the same things elsewhere, where those are named by id alone
 */
export function namesFor(
  viewer: GuildMember,
  {
    person,
    idNow,
    told = [],
  }: { person: (id: string) => Person; idNow: (id: string) => string; told?: readonly unknown[] },
): IncidentNames {
  const called = namesIn(told)
  const { guild, client } = viewer
  // Discord shows these names to everybody who may read the audit log, even of channels that they do not see.
  const readsLog = viewer.permissions.has('ViewAuditLog')
  const object: IncidentNames['object'] = (kind, id, given) => {
    const stored = given ?? called.get(id) ?? null
    if (kind === 'role') return guild.roles.cache.get(idNow(id))?.name ?? stored
    // Where nobody knew it, a report has the id instead.
    if (kind === 'member') return userName(id, given === id ? null : given) ?? given
    if (kind === 'guild') return guild.name
    if (!within.includes(kind)) return stored
    const channel = kind === 'channel' ? guild.channels.cache.get(idNow(id)) : undefined
    if (channel) return readsLog ? (stored ?? channelName(channel, viewer)) : channelName(channel, viewer)
    // The id of an invite is its code, by which people know it.
    return readsLog ? (stored ?? (kind === 'invite' ? id : null)) : null
  }
  const userName = (id: string, stored: string | null) =>
    person(id).name ?? stored ?? client.users.cache.get(id)?.username ?? null
  const channelKind: IncidentNames['channelKind'] = id =>
    guild.channels.cache.get(idNow(id))?.type === ChannelType.GuildCategory ? 'category' : 'channel'
  /** A deleted channel cannot be looked up: then the words before it say what it was. */
  const piece = (one: z.output<typeof sentence>[number], place: number, all: z.output<typeof sentence>): ShownPart => {
    if (typeof one === 'string') return one
    const name = one.name ?? null
    if ('user' in one) return { about: 'user', id: one.user, name: userName(one.user, name) }
    if ('role' in one) return { about: 'role', id: one.role, name: object('role', one.role, name) }
    const before = all[place - 1]
    const wasCategory = typeof before === 'string' && before.endsWith(' the category ')
    const about = wasCategory ? 'category' : channelKind(one.channel)
    return { about, id: one.channel, name: object('channel', one.channel, name) }
  }
  return {
    person,
    object,
    channelKind,
    parts(stored) {
      const parsed = sentence.safeParse(stored)
      return parsed.success ? parsed.data.map(piece) : ['Somebody who has been forgotten did something.']
    },
  }
}

/** The name that people know a kind of object by. */
export const kindLabel = (kind: ObjectKind): string => objectKinds[kind].label

const labels: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = Object.fromEntries(
  Object.entries(objectKinds).map(([kind, { fields }]) => [kind, fields]),
)

/** The name that people know a field by. */
export const fieldLabel = (kind: ObjectKind, field: string): string => labels[kind]?.[field]?.label ?? field
