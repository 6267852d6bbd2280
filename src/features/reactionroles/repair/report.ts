import { peopleOf } from '#kit/people.ts'
import type { Guild, GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { seesMenu } from '../menus/rights.ts'
import { menusOf } from '../menus/rows.ts'
import { check } from './check.ts'
import { mostTold, type Report } from './contract.ts'
import { checkOf, mendsOf } from './rows.ts'

/**
 * The result of the last comparison, for pages; null before the first one. For menus that `member` may not know about,
 * only numbers are included.
 */
export async function reportOf(services: Services, guild: Guild, member: GuildMember): Promise<Report | null> {
  const begun = checkOf(services, guild.id)
  const progress = services.plans.latest(check, guild.id)
  if (!begun || !progress) return null
  const all = mendsOf(services, guild.id)
  const menus = menusOf(services, guild.id)
  const unseen = new Set(menus.filter(menu => !seesMenu({ guild, member }, menu)).map(({ id }) => id))
  const kinds = ['given', 'taken', 'left'] as const
  const told = kinds
    .flatMap(what => all.filter(one => one.what === what && !unseen.has(one.menuId)).slice(-mostTold))
    .toSorted((a, b) => a.at - b.at)
  const names = new Map(menus.map(({ id, design }) => [id, design.name]))
  const person = await peopleOf(
    services.client,
    told.map(({ userId }) => userId),
  )
  const { compared = 0, right = 0, gone = 0 } = progress.counts
  const { state } = progress
  return {
    state: state === 'done' || state === 'failed' || state === 'cancelled' ? state : 'running',
    cause: begun.cause,
    startedAt: begun.startedAt,
    finishedAt: progress.finishedAt,
    problem: progress.problem,
    compared,
    expected: begun.expected,
    right,
    given: all.filter(({ what }) => what === 'given').length,
    taken: all.filter(({ what }) => what === 'taken').length,
    left: all.filter(({ what }) => what === 'left').length,
    gone,
    mends: told.map(({ what, userId, roleId, menuId, reason, at }) => ({
      what,
      user: person(userId),
      roleId,
      menu: names.get(menuId) ?? null,
      reason,
      at,
    })),
  }
}
