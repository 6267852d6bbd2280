import type { GuildMember } from 'discord.js'
import { hiddenFromBot } from '#kit/hidden-channel.ts'
import { peopleOf } from '#kit/people.ts'
import { hiddenName } from '#kernel/discord/guild-shape.ts'
import type { Services } from '#kernel/feature.ts'
import { namesFor, type Names } from '../incidents/names.ts'
import { type ObjectKind, type ObjectState } from '../journal/objects.ts'
import { idMap } from '../recovery/id-map.ts'
import { numberIn } from '../recovery/steps.ts'
import { type Comparison, mostDifferences, type ShownDifference, type ShownGroup } from './contract.ts'
import { type Differences, type Found, kindLabel, whyItStays } from './differences.ts'
import { type Called, channelTypeName, wordsOf } from './words.ts'

/** Kinds that are shown together below the channels and the roles. */
const groups: readonly { id: string; name: string; kinds: readonly ObjectKind[] }[] = [
  { id: 'roles', name: 'Roles', kinds: ['role'] },
  { id: 'server', name: 'Server', kinds: ['guild', 'onboarding', 'welcome', 'widget', 'rule'] },
  { id: 'expressions', name: 'Expressions', kinds: ['emoji', 'sticker', 'sound'] },
  { id: 'doors', name: 'Invites, webhooks and events', kinds: ['invite', 'webhook', 'event'] },
]

const textIn = (state: ObjectState | undefined, field: string): string | null =>
  typeof state?.[field] === 'string' ? state[field] : null

const storedName = ({ kind, id, before, after }: Found): string =>
  textIn(after ?? before, 'name') ?? (kind === 'invite' ? id : kindLabel(kind))

/** Nobody sees what the bot cannot see either. */
export const isUnknown = (name: string | null): boolean =>
  name === null || name === hiddenFromBot || name === hiddenName

/** What things are called for a reader, by their first ids. */
export function readersNames(
  services: Services,
  viewer: GuildMember,
  { before, after }: Pick<Differences, 'before' | 'after'>,
  person: Parameters<typeof namesFor>[1]['person'],
): { names: Names; called: Called; nameOf(found: Found): string | null } {
  const ids = idMap(services, viewer.guild.id)
  const names = namesFor(viewer, { person, idNow: id => ids.now(id) })
  const called: Called = (kind, id) => {
    const own = kind === 'member' ? undefined : (after[kind].get(id) ?? before[kind].get(id))
    const name = names.object(kind, id, textIn(own, 'name'))
    if (kind === 'role') return name === '@everyone' ? name : (name ?? 'a role that is gone')
    if (kind === 'channel') return isUnknown(name) ? 'a channel you cannot see' : `#${name}`
    return name ?? `member ${id}`
  }
  const nameOf = (found: Found) => {
    const name = names.object(found.kind, found.id, storedName(found))
    return isUnknown(name) ? null : name
  }
  return { names, called, nameOf }
}

/** A few facts instead of all fields of what was made or is gone. */
function changesOf(found: Found, called: Called): ShownDifference['changes'] {
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

/** In which part of the server something stands. */
function groupOf({ kind, id, before, after }: Found): string {
  const state = after ?? before
  if (kind !== 'channel') return groups.find(({ kinds }) => kinds.includes(kind))?.id ?? 'server'
  return state?.['type'] === 4 ? id : (textIn(state, 'parent_id') ?? 'loose')
}

/** How many of a part are as they were. */
function sameIn(id: string, { after, found }: Differences): number {
  const differing = new Set(found.map(one => `${one.kind} ${one.id}`))
  const own = groups.find(group => group.id === id)
  if (own)
    return own.kinds.reduce(
      (sum, kind) => sum + [...after[kind].keys()].filter(one => !differing.has(`${kind} ${one}`)).length,
      0,
    )
  return [...after.channel].filter(
    ([channelId, state]) =>
      !differing.has(`channel ${channelId}`) &&
      (state['type'] === 4 ? channelId === id : (textIn(state, 'parent_id') ?? 'loose') === id),
  ).length
}

/** What differs between two moments, for somebody to read. */
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
  const { called, nameOf } = readersNames(services, viewer, differences, person)
  const rows = shown.map((found): { group: string; row: ShownDifference } => {
    const { kind, id, what, givesPower, settable, before, after, at, origin } = found
    const name = nameOf(found)
    const by = actor(found)
    const state = after ?? before
    const colors = state?.['colors']
    return {
      group: groupOf(found),
      row: {
        kind,
        label: kind === 'channel' ? channelTypeName(state?.['type']) : kindLabel(kind),
        id,
        name,
        channelType: kind === 'channel' ? numberIn(state?.['type']) : null,
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
  // Channels come as they are ordered; what is no channel keeps the order above.
  const order = [...byGroup.keys()].filter(id => !groups.some(one => one.id === id))
  const all = [...order, ...groups.map(({ id }) => id).filter(id => byGroup.has(id))]
  return {
    from,
    to,
    changes: differences.changes,
    left: differences.found.length - shown.length,
    groups: all.map((id): ShownGroup => {
      const known = groups.find(one => one.id === id)
      const name =
        known?.name ?? (id === 'loose' ? 'Channels without a category' : called('channel', id).replace(/^#/, ''))
      return { id, name, same: sameIn(id, differences), differences: (byGroup.get(id) ?? []).map(({ row }) => row) }
    }),
  }
}
