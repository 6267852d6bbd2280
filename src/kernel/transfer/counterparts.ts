import type { GuildMember } from 'discord.js'
import { inert } from '#kit/template.ts'
import { channelsOf } from '../discord/guild-shape.ts'
import type { SettingsFile, Unfound, WantedTransfer } from './contract.ts'

type Kind = Unfound['kind']

/** What stands here for the channels and roles of another server: an id, or null where it is to be left out. */
export interface Counterparts {
  channels: ReadonlyMap<string, string | null>
  roles: ReadonlyMap<string, string | null>
  unfound: readonly Unfound[]
  /** Whether an id in a text is that of nothing here, and the file does not say what it is called either. */
  isUnknown(kind: Kind, id: string): boolean
}

interface Candidate {
  id: string
  name: string
  type?: number | undefined
}

/** Discord's type of a channel in which announcements are made; a text channel becomes one, and back. */
const sameAs: Readonly<Record<number, number>> = { 5: 0 }
const typeOf = (type: number | undefined) => (type === undefined ? undefined : (sameAs[type] ?? type))

/** The one of this name; several are none. @param alike those whose names differ from it in their case at most */
function match(kind: Kind, wanted: Omit<Candidate, 'id'>, alike: readonly Candidate[]): string | { problem: string } {
  const fitting = alike.filter(({ type }) => wanted.type === undefined || typeOf(type) === typeOf(wanted.type))
  const exact = fitting.filter(({ name }) => name === wanted.name)
  const [found, ...more] = exact.length > 0 ? exact : fitting
  const called = `${kind === 'channel' ? '#' : '@'}${inert(wanted.name)}`
  if (!found) return { problem: `There is no ${kind} ${called} here.` }
  return more.length === 0 ? found.id : { problem: `Several ${kind}s here are called ${called}.` }
}

/**
 * Finds what stands here for what a file names: what has the same id, where it is of this server, else what has the same
 * name and is seen by `member`; what they chose comes first.
 */
export function counterparts(
  { server, channels, roles }: Pick<SettingsFile, 'server' | 'channels' | 'roles'>,
  member: GuildMember,
  choices: WantedTransfer['choices'],
): Counterparts {
  const { guild } = member
  const chosen = new Map(choices.map(({ from, to }) => [from, to]))
  const unfound: Unfound[] = []
  const find = (
    kind: Kind,
    named: SettingsFile['channels'],
    here: readonly Candidate[],
    known: (id: string) => boolean,
  ) => {
    // A file may name some thousand, and each is looked up.
    const byName = Map.groupBy(here, ({ name }) => name.toLowerCase())
    return new Map(
      Object.entries(named).flatMap(([id, wanted]): [string, string | null][] => {
        const choice = chosen.get(id)
        if (choice !== undefined) return [[id, choice]]
        if (known(id)) return [[id, id]]
        // What everybody has is called the same everywhere, and is the server itself.
        if (kind === 'role' && id === server.id) return [[id, guild.id]]
        const found = match(kind, wanted, byName.get(wanted.name.toLowerCase()) ?? [])
        if (typeof found === 'string') return [[id, found]]
        unfound.push({ id, kind, name: wanted.name, ...found })
        return []
      }),
    )
  }
  const seen = channelsOf(guild, member).filter(({ callerCanView, hiddenFromBot }) => callerCanView && !hiddenFromBot)
  return {
    channels: find('channel', channels, seen, id => guild.channels.cache.has(id)),
    roles: find('role', roles, [...guild.roles.cache.values()], id => guild.roles.cache.has(id)),
    unfound,
    // In its own server a text stays as somebody wrote it.
    isUnknown: (kind, id) =>
      server.id !== guild.id &&
      (kind === 'channel'
        ? !(id in channels) && !guild.channels.cache.has(id)
        : !(id in roles) && !guild.roles.cache.has(id)),
  }
}
