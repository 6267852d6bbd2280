import { gone } from '#kit/deleted/template.ts'
import type { GuildMember } from 'discord.js'
import { hiddenFromBot } from '#kit/hidden-channel.ts'
import { peopleOf } from '#kit/people.ts'
import { hiddenName } from '#kernel/discord/guild-shape.ts'
import type { Services } from '#kernel/feature.ts'
import { kindLabel, namesFor, type IncidentNames } from '../incidents/names.ts'
import { objectKey, type ObjectKind } from '../journal/objects.ts'
import { idMap } from '../recovery/id-map.ts'
import { numberIn } from '../recovery/steps.ts'
import {
  channelLabel,
  type Comparison,
  mostDifferences,
  type Unchanged,
  type ShownDifference,
  type ShownGroup,
} from './contract.ts'
import { type Differences, type Found, whyItStays } from './differences.ts'
import { groups } from './groups.ts'
import { type NameForReader, channelTypeName, wordsOf } from './words.ts'

const storedName = ({ names }: Pick<Differences, 'names'>, one: { kind: ObjectKind; id: string }): string =>
  names[objectKey(one)] ?? (one.kind === 'invite' ? one.id : kindLabel(one.kind))

/** Whether a name is missing or hidden: nobody is shown what the bot itself cannot see. */
export const isUnknown = (name: string | null): boolean =>
  name === null || name === hiddenFromBot || name === hiddenName

const unseenChannel = 'a channel you cannot see'

/** The names that a reader may know things by, by first id. */
export function readersNames(
  services: Services,
  viewer: GuildMember,
  differences: Pick<Differences, 'names'> & Partial<Pick<Differences, 'found'>>,
  person: Parameters<typeof namesFor>[1]['person'],
): {
  names: IncidentNames
  called: NameForReader
  nameOf(one: { kind: ObjectKind; id: string }): string | null
  /** Discord's type of a channel, if it is known. */
  channelType(id: string): unknown
} {
  const ids = idMap(services, viewer.guild.id)
  const types = new Map(
    (differences.found ?? []).flatMap(({ kind, id, after, before }) =>
      kind === 'channel' ? [[id, (after ?? before)?.type] as const] : [],
    ),
  )
  const channelType = (id: string) => types.get(id) ?? viewer.guild.channels.cache.get(ids.now(id))?.type
  const names = namesFor(viewer, { person, idNow: id => ids.now(id) })
  const called: NameForReader = (kind, id) => {
    const name = names.object(kind, id, differences.names[objectKey({ kind, id })] ?? null)
    if (kind === 'role') return name === '@everyone' ? name : (name ?? gone.role)
    if (kind === 'channel')
      return name === null || isUnknown(name) ? unseenChannel : channelLabel(name, channelType(id))
    return name ?? `member ${id}`
  }
  const nameOf = (one: { kind: ObjectKind; id: string }) => {
    const name = names.object(one.kind, one.id, storedName(differences, one))
    return isUnknown(name) ? null : name
  }
  return { names, called, nameOf, channelType }
}

/** For something that was created or deleted, only the fields that have a value. */
function changesOf(found: Found, called: NameForReader): ShownDifference['changes'] {
  const { kind, what, fields, ids } = found
  const changes = fields
    .filter(({ field, before, after }) => what === 'changed' || !isEmpty(before ?? after) || field === 'type')
    .flatMap(one => wordsOf(kind, one, called))
  const short = (id: string) => `…${id.slice(-4)}`
  return ids ? [...changes, { field: 'id', label: 'Id', before: short(ids.before), after: short(ids.after) }] : changes
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Returns what differs between two moments, in words for a reader. */
export async function shownComparison(
  services: Services,
  viewer: GuildMember,
  differences: Differences,
  { from, to }: { from: number; to: number },
): Promise<Comparison> {
  const { client } = services
  const shown = differences.found.slice(0, mostDifferences)
  const actor = ({ actorId, origin }: Found) => actorId ?? (origin === 'ours' ? client.user.id : null)
  const person = await peopleOf(
    client,
    shown.flatMap(one => actor(one) ?? []),
  )
  const { names, called, nameOf } = readersNames(services, viewer, differences, person)
  const categoryName = (id: string) => {
    const name = names.object('channel', id, differences.names[objectKey({ kind: 'channel', id })] ?? null)
    return isUnknown(name) ? unseenChannel : name
  }
  const rows = shown.map((found): { group: string; row: ShownDifference } => {
    const { kind, id, what, givesPower, settable, before, after, at, origin } = found
    const name = nameOf(found)
    const by = actor(found)
    const state = after ?? before
    const colors = state?.colors
    return {
      group: found.group,
      row: {
        kind,
        label: kind === 'channel' ? channelTypeName(state?.type) : kindLabel(kind),
        id,
        name,
        channelType: kind === 'channel' ? numberIn(state?.type) : null,
        color:
          typeof colors === 'object' && colors !== null && 'primary_color' in colors
            ? numberIn(colors.primary_color)
            : null,
        what,
        givesPower,
        changes: name === null ? [] : changesOf(found, called),
        fields: name === null ? [] : [...settable],
        stays: name === null ? 'You cannot see this channel.' : whyItStays(found),
        at,
        by: by === null ? null : person(by),
        unseen: origin === 'gap',
      },
    }
  })
  const byGroup = Map.groupBy(rows, ({ group }) => group)
  // Channels come in their own order; everything else keeps the order above.
  const order = [...byGroup.keys()].filter(id => !groups.some(one => one.id === id))
  const all = [...order, ...groups.map(({ id }) => id).filter(id => byGroup.has(id))]
  return {
    from,
    to,
    changes: differences.changes,
    left: differences.found.length - shown.length,
    groups: all.map((id): ShownGroup => {
      const known = groups.find(one => one.id === id)
      const name = known?.name ?? (id === 'loose' ? 'Channels without a category' : categoryName(id))
      return {
        id,
        name,
        same: differences.same[id]?.length ?? 0,
        differences: (byGroup.get(id) ?? []).map(({ row }) => row),
      }
    }),
  }
}

/** Returns what is the same at both moments in one group, by name. */
export function shownUnchanged(
  services: Services,
  viewer: GuildMember,
  differences: Differences,
  group: string,
): Unchanged['things'] {
  const nobody = (id: string) => ({ id, name: null, avatarURL: null })
  const { nameOf } = readersNames(services, viewer, differences, nobody)
  return (differences.same[group] ?? []).map(key => {
    const [kind, id] = key.split(' ') as [ObjectKind, string]
    return { id, label: kindLabel(kind), name: nameOf({ kind, id }) }
  })
}
