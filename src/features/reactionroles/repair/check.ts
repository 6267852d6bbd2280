import type { Guild } from 'discord.js'
import { z } from 'zod'
import { plan, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { snowflake } from '#contract'
import { answerTo, choose, type Result } from '../choosing/choose.ts'
import { isTakenBack } from '../choosing/contract.ts'
import { changeNote, type Note, noteOf } from '../choosing/rows.ts'
import type { Choice } from '../menus/contract.ts'
import { menuOf, menusOf, type StoredMenu } from '../menus/rows.ts'
import { comparePage, isReactionThere, ownReactions } from './compare.ts'
import { noteCheck, noteMend } from './rows.ts'

const step = z.object({
  menuId: z.string(),
  choiceId: z.string(),
  userId: snowflake,
  what: z.enum(['add', 'remove', 'byHand']),
})
type Step = z.output<typeof step>
type Counts = Readonly<Record<string, number>>
interface Page {
  steps: Step[]
  next: string | null
  counts: Counts
}

/**
 * The progress: a choice, the id to continue after, and the emojis of the bot's own reactions; null until those were
 * looked up.
 */
const place = z.object({
  menuId: z.string(),
  /** When the menu was created (Unix ms), to find the next one if it is deleted. */
  createdAt: z.number().default(0),
  choiceId: z.string(),
  after: z.string(),
  own: z.array(z.string()).nullable(),
})
type Place = z.output<typeof place>

interface Target {
  menu: StoredMenu
  choice: Choice
}

/** The choices of reaction menus in Discord, in the order in which they are compared. */
const targets = (services: Services, guild: Guild): Target[] =>
  menusOf(services, guild.id)
    .filter(one => one.deployedKind === 'reactions' && one.messageId !== null && !one.messageMissing)
    .flatMap(menu =>
      menu.design.choices.filter(one => guild.roles.cache.has(one.role_id)).map(choice => ({ menu, choice })),
    )

const begin = ({ menu, choice }: Target, own: string[] | null): Place => ({
  menuId: menu.id,
  createdAt: menu.createdAt,
  choiceId: choice.id,
  after: '0',
  own,
})

/** Where to continue if a choice, or its whole menu, is no longer there: at what is left of the menu, or the next one. */
function following(all: readonly Target[], { menuId, createdAt }: Place): Target | undefined {
  const isLater = ({ menu }: Target) => menu.createdAt > createdAt || (menu.createdAt === createdAt && menu.id > menuId)
  return all.find(({ menu }) => menu.id === menuId) ?? all.find(isLater)
}

const page = (steps: Step[], next: Place | undefined, counts: Counts = {}): Page => ({
  steps,
  next: next ? JSON.stringify(next) : null,
  counts,
})

/** Compares one page, and returns where the next one begins. */
async function nextPage(services: Services, guild: Guild, cursor: string): Promise<Page> {
  const all = targets(services, guild)
  const [first] = all
  if (!first) return page([], undefined)
  const at = cursor === '' ? begin(first, null) : place.parse(JSON.parse(cursor))
  const index = all.findIndex(({ menu, choice }) => menu.id === at.menuId && choice.id === at.choiceId)
  const target = all[index]
  if (!target) {
    const other = following(all, at)
    return page([], other && begin(other, null))
  }
  const { menu, choice } = target
  const own = at.own ?? (await ownReactions(services, menu))
  // A message that is gone or unreadable has nothing to compare.
  if (!own) {
    const other = all.slice(index).find(one => one.menu.id !== menu.id)
    return page([], other && begin(other, null))
  }
  const { missed, next, compared, right, gone } = await comparePage(services, guild, menu, choice, own, at.after)
  const steps = missed.map(one => ({ menuId: menu.id, choiceId: choice.id, ...one }))
  const counts = { compared, right, gone }
  if (next !== undefined) return page(steps, { ...at, own, after: next }, counts)
  const later = all[index + 1]
  return page(steps, later && begin(later, later.menu.id === menu.id ? own : null), counts)
}

interface Repairing {
  services: Services
  guild: Guild
  planId: number
}

function mend({ services, guild, planId }: Repairing, { menuId, choiceId, userId }: Step, more: MendPart): void {
  const { now } = services
  noteMend(services, { guildId: guild.id, planId, menuId, choiceId, userId, reason: null, at: now(), ...more })
}
type MendPart = { what: 'given' | 'taken' | 'left'; roleId: string; reason?: string; choiceId?: string }

/** Counts and reports the result of catching up on a missed reaction. */
function counted(repairing: Repairing, missed: Step, result: Result): Counts {
  const { outcome, choice, withheld, kept } = result
  const { give, take } = outcome
  const answer = answerTo(repairing, result)
  const left = (reason: string): Counts => {
    mend(repairing, missed, { what: 'left', roleId: choice.role_id, reason })
    return { left: 1 }
  }
  if (withheld !== undefined) return left(withheld)
  if (kept) return left(answer)
  if (give) mend(repairing, missed, { what: 'given', roleId: give.role_id })
  for (const one of take) mend(repairing, missed, { what: 'taken', roleId: one.role_id, choiceId: one.id })
  if (give || take.length > 0) return { ...(give && { given: 1 }), ...(take.length > 0 && { taken: take.length }) }
  return isTakenBack(outcome) ? left(answer) : { right: 1 }
}

/** Leaves a role that somebody took by hand; it is not given again until its member chooses it again. */
function leaveTaken(repairing: Repairing, missed: Step, choice: Choice, note: Note | undefined): Counts {
  if (note?.state !== 'held' || note.due !== null) return { right: 1 }
  changeNote(repairing.services, note, { state: 'seen', endsAt: null })
  mend(repairing, missed, { what: 'left', roleId: choice.role_id, reason: 'Somebody has taken this role by hand.' })
  return { left: 1 }
}

/** Compares reactions with roles after the bot was offline, or when somebody asks, and catches up on what it missed. */
export const check = plan({
  title: 'Comparison of reactions and roles',
  // After downtime everything is compared again, because it may have changed since.
  again: 'replace',
  input: z.object({}),
  step,
  permissions: ['ManageRoles'],
  paceMs: 100,
  told: { cancel: 'Corrections made so far stay.' },
  page: (services, { guild }, cursor) => nextPage(services, guild, cursor),
  async run(services, missed, { guild, planId }) {
    const { menuId, choiceId, userId, what } = missed
    const menu = menuOf(services, guild.id, menuId)
    const choice = menu?.design.choices.find(({ id }) => id === choiceId)
    if (!menu || !choice) return { right: 1 }
    const repairing = { services, guild, planId }
    const key = { guildId: guild.id, menuId, choiceId, userId }
    if (what === 'byHand') return leaveTaken(repairing, missed, choice, noteOf(services, key))
    const result = await choose(
      services,
      guild,
      { menuId, choiceId, userId, act: what },
      {
        // Somebody may have reacted since the page was read.
        isMissed: async before =>
          (before?.reacted ?? false) !== (what === 'add') &&
          (await isReactionThere(services, menu, choice, userId)) === (what === 'add'),
      },
    )
    return result ? counted(repairing, missed, result) : { right: 1 }
  },
})

/** Whether a comparison is running. */
const isRunning = ({ plans }: Services, guildId: string): boolean => plans.latest(check, guildId)?.state === 'running'

/** Begins a comparison; corrections by one that is still running are reported along with it. */
function startComparison(services: Services, guildId: string, cause: 'return' | 'asked', byId?: string): void {
  services.db.transaction(() => {
    const keep = isRunning(services, guildId)
    const { id, startedAt } = services.plans.start(check, { guildId, ...(byId !== undefined && { byId }), input: {} })
    noteCheck(services, { guildId, planId: id, cause, startedAt }, keep)
  })
}

/** Starts a comparison that a member asked for. @throws UserError 409 if one is running */
export function startCheck(services: Services, guildId: string, byId: string): void {
  if (isRunning(services, guildId)) throw new UserError('reactionroles.checking', 'A check is already running.', 409)
  startComparison(services, guildId, 'asked', byId)
}

/** Call after the bot was offline, when events may have been lost. */
export const compareAfterReturn = (services: Services, guildId: string): void =>
  startComparison(services, guildId, 'return')
