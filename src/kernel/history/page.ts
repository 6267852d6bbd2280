import type { GuildMember } from 'discord.js'
import type { Query, Reply } from '#contract'
import { createBackgroundYield } from '#kit/event-loop.ts'
import type kernel from '../contract.ts'
import type { RevisionItem } from './contract.ts'
import type { Services } from '../feature.ts'
import { channelName } from '../rights/channel-rights.ts'
import type { HistoryFilter } from '../settings/history-rows.ts'
import type { HistorySearch } from '../settings/history-search.ts'
import { type ComparisonBudget, newComparisonBudget } from './difference.ts'
import { labelOf, revisionItem } from './entries.ts'
import { historyLimits } from '../settings/prune-history.ts'
import { madeAtOnce } from './change-batches.ts'
import { thingLabel, unseenThings } from './things.ts'
import type { HistoryReads } from './read-budget.ts'

type History = (typeof kernel)['endpoints']['history']
type HistoryQuery = Omit<Query<History>, 'before' | 'limit'>

const dayMs = 86_400_000
/** The most channels and roles that are searched for because their name contains the search text. */
const mostNamed = 10
/** The most bytes of stored changes on one page: with large changes, it has fewer of them. */
const pageBytes = 1_000_000

/**
 * Builds the search for a text, which may also be the name of a setting, or of a channel or role that values contain as
 * an id.
 */
async function searching(services: Services, member: GuildMember, text: string): Promise<HistorySearch> {
  const { features } = services
  const wanted = text.toLowerCase()
  const { channels, roles } = member.guild
  const named = [
    ...channels.cache.filter(channel => channelName(channel, member).toLowerCase().includes(wanted)).keys(),
    ...roles.cache.filter(({ name }) => name.toLowerCase().includes(wanted)).keys(),
  ]
  const settings = features.flatMap(({ contract }) =>
    Object.keys(contract.settings.shape)
      .filter(key => labelOf(contract, key).toLowerCase().includes(wanted))
      .map(key => ({ feature: contract.name, key })),
  )
  const fields = features.flatMap(({ contract, parts }) =>
    Object.entries(parts.things ?? {}).flatMap(([kind, things]) =>
      Object.keys(things.fields.shape)
        .filter(name => thingLabel({ things }, `${kind}/_/${name}`).toLowerCase().includes(wanted))
        .map(name => ({ feature: contract.name, kind, name })),
    ),
  )
  return { text, ids: named.slice(0, mostNamed), settings, fields, except: await unseenThings(services, member) }
}

/** Which of a guild's changes were requested: those that match the filter and, if there is a search, were found. */
interface Selection {
  filter: HistoryFilter
  /** The ids that a search found, newest first. */
  ids: readonly number[] | undefined
  visible: readonly string[]
  facets: ReturnType<Services['settings']['historyFacets']>
}

/** Selects the changes that `member` requested, as far as they may view them. */
export async function selectHistory(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  { feature, thing, person, way, days, search }: HistoryQuery,
): Promise<Selection> {
  const { settings, access, now } = services
  const { guild } = member
  // Changes of a feature that no longer exists are visible to people who manage the server.
  const facets = settings.historyFacets(guild.id, name => access.has(member, 'view', name))
  const visible = facets.features
  const filter: HistoryFilter = {
    features: feature === undefined ? visible : visible.filter(name => name === feature),
    thing,
    userId: person,
    way,
    from: days === undefined ? undefined : now() - days * dayMs,
  }
  const text = search?.trim() ?? ''
  const ids =
    text === ''
      ? undefined
      : await reads.search({ guildId: guild.id, userId: member.id }, async () =>
          settings.searchHistory(guild.id, filter, await searching(services, member, text)),
        )
  return { filter, ids, visible, facets }
}

/** How many changes are selected, on all pages together. */
export const countSelected = (
  { settings }: Services,
  { guild }: GuildMember,
  { filter, ids }: Pick<Selection, 'filter' | 'ids'>,
): number => ids?.length ?? settings.countHistory(guild.id, filter)

/**
 * Reads the next selected changes, newest first: fewer than `limit` if large ones are among them, and none only when
 * none are left. Other work gets turns in between.
 * @param part `before` is a revision's id; `budget` returns the budget for comparing a change
 */
export async function readHistory(
  services: Services,
  member: GuildMember,
  { filter, ids }: Pick<Selection, 'filter' | 'ids'>,
  { before, limit, budget }: { before?: number | undefined; limit: number; budget(): ComparisonBudget },
): Promise<RevisionItem[]> {
  const { settings } = services
  const { guild } = member
  const page = ids?.filter(id => before === undefined || id < before).slice(0, limit)
  const parts = settings.historyParts(
    guild.id,
    page ? { limit, ids: page } : { limit, filter, ...(before !== undefined && { before }) },
    pageBytes,
  )
  const restoredAt = settings.restoredAt(guild.id, parts.flat())
  const many = madeAtOnce(services, guild.id)
  const items: RevisionItem[] = []
  const turns = createBackgroundYield()
  for (const part of parts) {
    if (items.length > 0) await turns()
    const found = settings.history(guild.id, { ids: part, limit: part.length })
    const told = found.map(one =>
      revisionItem(services, member, one, restoredAt.get(one.id), budget(), many.get(one.id)),
    )
    items.push(...(await Promise.all(told)))
  }
  return items
}

/** Returns one page of a guild's changes, as far as `member` may view them. */
export async function historyPage(
  services: Services,
  reads: HistoryReads,
  member: GuildMember,
  query: Query<History>,
): Promise<Reply<History>> {
  const { features, client } = services
  const selection = await selectHistory(services, reads, member, query)
  const { visible, facets } = selection
  const titles = new Map(features.map(({ contract }) => [contract.name, contract.title]))
  // Only cached names: a filter is not worth a hundred requests to Discord.
  const people = facets.userIds.map(id => {
    const user = client.users.cache.get(id)
    return { id, name: user?.globalName ?? user?.username ?? null }
  })
  const page = newComparisonBudget()
  const revisions = await reads.inTurn({ guildId: member.guild.id, userId: member.id }, () =>
    readHistory(services, member, selection, { ...query, budget: () => page }),
  )
  return {
    revisions,
    total: countSelected(services, member, selection),
    people,
    features: visible.map(name => ({ name, title: titles.get(name) ?? name })),
    keptDays: historyLimits.days,
  }
}
