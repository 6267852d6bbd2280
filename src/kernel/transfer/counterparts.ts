import type { GuildMember } from 'discord.js'
import { inert } from '#kit/template.ts'
import { channelsOf } from '../discord/guild-shape.ts'
import type { SettingsFile, Unfound, WantedTransfer } from './contract.ts'

type Kind = Unfound['kind']

/** The counterparts here of another server's channels and roles: an id, or null for one that is to be left out. */
export interface Counterparts {
  channels: ReadonlyMap<string, string | null>
  roles: ReadonlyMap<string, string | null>
  unfound: readonly Unfound[]
  /** Whether an id in a text belongs to nothing here, and the file does not contain its name, either. */
  isUnknown(kind: Kind, id: string): boolean
}

interface Candidate {
  id: string
  name: string
  type?: number | undefined
}

/**
 * Channel types that match each other: announcement channels (5) and text channels (0) can be converted into each
 * other.
 */
const sameAs: Readonly<Record<number, number>> = { 5: 0 }
const typeOf = (type: number | undefined) => (type === undefined ? undefined : (sameAs[type] ?? type))

/** Finds the only one with a name. @param alike those whose names are equal when case is ignored */
function match(kind: Kind, wanted: Omit<Candidate, 'id'>, alike: readonly Candidate[]): string | { problem: string } {
  const fitting = alike.filter(({ type }) => wanted.type === undefined || typeOf(type) === typeOf(wanted.type))
  const exact = fitting.filter(({ name }) => name === wanted.name)
  const [found, ...more] = exact.length > 0 ? exact : fitting
  const called = `${kind === 'channel' ? '#' : '@'}${inert(wanted.name)}`
  if (!found) return { problem: `There is no ${kind} ${called} here.` }
  return more.length === 0 ? found.id : { problem: `Several ${kind}s here are called ${called}.` }
}

/**
 * Finds the counterparts here of the channels and roles in a file: first by the member's choices, then by the same id,
 * if the file is from this server, then by the same name among those that `member` can see.
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
    // Grouped once, because a file may contain some thousand names, and each is looked up.
    const byName = Map.groupBy(here, ({ name }) => name.toLowerCase())
    return new Map(
      Object.entries(named).flatMap(([id, wanted]): [string, string | null][] => {
        const choice = chosen.get(id)
        if (choice !== undefined) return [[id, choice]]
        if (known(id)) return [[id, id]]
        // @everyone has the same name everywhere, and its id is the server's.
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
    // In the server that the file comes from, texts stay as they are.
    isUnknown: (kind, id) =>
      server.id !== guild.id &&
      (kind === 'channel'
        ? !(id in channels) && !guild.channels.cache.has(id)
        : !(id in roles) && !guild.roles.cache.has(id)),
  }
}
