import type { Guild, GuildMember } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { autoGrantProblem } from '#kit/role-grants.ts'
import { isOutage, untaken } from '#kit/discord-errors.ts'
import { UserError } from '#kit/errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import type { Choice } from '../menus/contract.ts'
import { menuOf, type StoredMenu } from '../menus/rows.ts'
import {
  type ChoosingAct,
  type Chooser,
  isTakenBack,
  type NoteState,
  type ChoosingOutcome,
  outcomeOf,
} from './contract.ts'
import { isSettling } from './recent-role-changes.ts'
import { afterOthers, endLater, performAll, settleLater, unreact } from './perform.ts'
import { changeNote, dropNote, type Note, noteOf, notesIn, putNote } from './rows.ts'
import { told } from './template.ts'

/** How soon (ms) a job retries pending changes while Discord does not answer. */
const againMs = 5000

const later = 'reactionroles.later'

/** Whether a failed choice is stored nonetheless: it is done once Discord answers, and must not be repeated. */
export const isWrittenDown = (error: unknown): boolean => error instanceof UserError && error.code === later

/** What a member chose, and where. */
export interface ChoiceMade {
  menuId: string
  choiceId: string
  userId: string
  act: ChoosingAct
}

export interface Result {
  outcome: ChoosingOutcome
  choice: Choice
  menu: StoredMenu
  /** Why the role was not given although it was due. */
  withheld: string | undefined
  /** Whether Discord did not let the bot take a role. */
  kept: boolean
  /** When the role is taken back (Unix ms). */
  until: number | undefined
}

/** The member with their current roles; undefined if not in the server. */
async function memberNow(services: Services, guild: Guild, userId: string, known?: GuildMember) {
  if (isSettling(services, guild.id, userId)) return freshMember(guild, userId)
  return known ?? guild.members.cache.get(userId) ?? (await freshMember(guild, userId))
}

const chooserOf = (member: GuildMember, notes: readonly Note[]): Chooser => ({
  roles: new Set(member.roles.cache.keys()),
  notes: new Map(notes.flatMap(({ choiceId, state }) => (state === null ? [] : [[choiceId, state] as const]))),
  pending: member.pending,
})

const afterwards = (state: NoteState | null | undefined): NoteState | null => state ?? null

/** Stores the consequences of a choice before anything is done. @returns what to do, in order */
function writeDown(
  services: Services,
  { guildId, id: menuId, design }: StoredMenu,
  { choiceId, userId, act }: ChoiceMade,
  outcome: ChoosingOutcome,
): Note[] {
  const { give, take, refusal, note } = outcome
  const at = services.now()
  const keyOf = (one: string) => ({ guildId, menuId, choiceId: one, userId })
  const before = noteOf(services, keyOf(choiceId))
  // A refused reaction is removed.
  const stands = act === 'press' ? (before?.reacted ?? false) : act === 'add' && !isTakenBack(outcome)
  const due: Note[] = []
  services.db.transaction(() => {
    if (give) {
      const endsAt = note === 'held' && design.lasts !== null ? at + design.lasts * 60_000 : null
      const own: Note = {
        ...keyOf(choiceId),
        roleId: give.role_id,
        state: afterwards(note),
        due: 'give',
        reacted: stands,
        at,
        endsAt,
      }
      putNote(services, own)
      if (endsAt !== null) endLater(services, guildId, endsAt, { menuId, choiceId, userId })
      due.push(own)
    }
    for (const one of take) {
      const isOwn = one.id === choiceId
      const known = isOwn ? before : noteOf(services, keyOf(one.id))
      const other: Note = {
        ...keyOf(one.id),
        roleId: one.role_id,
        state: isOwn ? afterwards(note) : null,
        due: isOwn ? 'take' : 'replace',
        reacted: isOwn ? stands : (known?.reacted ?? false),
        at,
        // If it is kept after all, its time limit stays the same.
        endsAt: known?.endsAt ?? null,
      }
      putNote(services, other)
      due.push(other)
    }
    const isWritten = due.some(one => one.choiceId === choiceId)
    if (isWritten) return
    const roleId = design.choices.find(({ id }) => id === choiceId)?.role_id ?? ''
    if (note === null) dropNote(services, keyOf(choiceId))
    else if (note !== undefined)
      putNote(services, {
        ...keyOf(choiceId),
        roleId,
        state: note,
        due: null,
        reacted: stands,
        at,
        endsAt: before?.endsAt ?? null,
      })
    else if (before && act !== 'press') changeNote(services, before, { reacted: stands })
    else if (refusal && act === 'add' && stands)
      putNote(services, { ...keyOf(choiceId), roleId, state: 'seen', due: null, reacted: true, at, endsAt: null })
  })
  return due
}

/** Whether a note still matches a choice: a menu that was changed since may give another role for it. */
const isAbout = ({ choiceId, roleId }: Note, { id, role_id }: Choice) => choiceId === id && roleId === role_id

const slow = () => new UserError(later, `${untaken} Your roles follow as soon as it does.`, 503)

/** Whether a note's pending action is the end of a time limit, which nobody chose. */
const isEnding = ({ due, endsAt }: Note, now: number): boolean => due === 'take' && endsAt !== null && endsAt <= now

/** The result of a choice that was made earlier, once it is complete. */
function doneBefore(
  services: Services,
  menu: StoredMenu,
  choice: Choice,
  { chooser, member, unfinished }: { chooser: Chooser; member: GuildMember; unfinished: readonly Note[] },
): Result {
  const own = unfinished.find(note => isAbout(note, choice) && note.due !== 'replace')
  const has = chooser.roles.has(choice.role_id)
  const isGiven = own ? own.due === 'give' : has
  const replaced = menu.design.choices.filter(one =>
    unfinished.some(note => isAbout(note, one) && note.due === 'replace'),
  )
  const taken: ChoosingOutcome = own ? { take: [choice] } : { take: [], refusal: { why: 'lacks' } }
  const note = noteOf(services, { guildId: menu.guildId, menuId: menu.id, choiceId: choice.id, userId: member.id })
  return {
    outcome: isGiven ? { give: choice, take: replaced } : taken,
    choice,
    menu,
    until: note?.endsAt ?? undefined,
    withheld: isGiven && !has ? reasonFor(services, member.guild, choice) : undefined,
    kept: isGiven ? replaced.some(one => chooser.roles.has(one.role_id)) : has,
  }
}

/** The roles that the member will have once everything pending is done. */
const rolesAfter = (roles: ReadonlySet<string>, due: readonly Note[]): Set<string> => {
  const after = new Set(roles)
  for (const { due: act, roleId } of due)
    if (act === 'give') after.add(roleId)
    else after.delete(roleId)
  return after
}

interface Occasion {
  known?: GuildMember
  /** Called once nothing else is in progress for the member; if it returns false, nothing is done. */
  isMissed?: (before: Note | undefined) => Promise<boolean>
  /** Whether their last press was the same, and an outage interrupted it: the parts already done stay done. */
  isRepeated?: boolean
}

interface Choosing extends Omit<ChoiceMade, 'choiceId'> {
  choiceIds: readonly string[]
}

/**
 * Makes one or several choices for a member: stores the consequences, carries them out and settles them, after anything
 * in progress for the member. Repeating a press that Discord has not carried out yet changes nothing.
 * @returns undefined if the choice no longer exists, or they are not in the server
 * @throws UserError 503 if Discord does not answer after everything was stored; it is done once Discord answers
 * @throws Discord's error during an outage, if nothing was stored
 */
export const chooseAll = (
  services: Services,
  guild: Guild,
  { menuId, userId, act, choiceIds }: Choosing,
  { known, isMissed, isRepeated = false }: Occasion = {},
): Promise<Result[] | undefined> =>
  afterOthers(services, guild.id, userId, async () => {
    const menu = menuOf(services, guild.id, menuId)
    const choices = choiceIds.flatMap(id => menu?.design.choices.find(one => one.id === id) ?? [])
    if (!menu || choices.length === 0) return undefined
    // What an earlier process or an outage left unfinished comes first, and already counts.
    const unfinished = notesIn(services, guild.id, menuId, userId).filter(({ due }) => due !== null)
    const chosen = unfinished.filter(
      note => !isEnding(note, services.now()) && menu.design.choices.some(one => isAbout(note, one)),
    )
    const isMade = ({ id }: Choice) => chosen.some(({ choiceId, due }) => choiceId === id && due !== 'replace')
    const isAgain = (choice: Choice) => act === 'press' && (isRepeated ? chosen.length > 0 : isMade(choice))
    let member: GuildMember | undefined
    try {
      const before = await memberNow(services, guild, userId, known)
      if (!before || before.user.bot) return undefined
      await performAll(services, before, unfinished)
      member = unfinished.length > 0 ? await memberNow(services, guild, userId) : before
    } catch (error) {
      if (isOutage(error) && choices.every(isAgain)) throw slow()
      throw error
    }
    if (!member) return undefined
    if (
      isMissed &&
      !(await isMissed(noteOf(services, { guildId: guild.id, menuId, choiceId: choiceIds[0] ?? '', userId })))
    )
      return undefined
    const results: Result[] = []
    let roles: ReadonlySet<string> = new Set(member.roles.cache.keys())
    let isDown = false
    for (const choice of choices) {
      const chooser = { ...chooserOf(member, notesIn(services, guild.id, menuId, userId)), roles }
      if (isAgain(choice)) {
        results.push(doneBefore(services, menu, choice, { chooser, member, unfinished }))
        continue
      }
      const outcome = outcomeOf(menu.design, chooser, choice, act)
      const due = writeDown(services, menu, { menuId, userId, act, choiceId: choice.id }, outcome)
      const until = due.find(note => note.due === 'give')?.endsAt ?? undefined
      roles = rolesAfter(roles, due)
      // The other choices are stored, so that they follow too.
      if (isDown) continue
      try {
        const { withheld: isWithheld, kept } = await performAll(services, member, due)
        if (act === 'add' && isTakenBack(outcome))
          await takeReaction(services, guild, menu, choice, { menuId, userId, act, choiceId: choice.id })
        const withheld = isWithheld ? reasonFor(services, guild, choice) : undefined
        results.push({ outcome, choice, menu, until, withheld, kept })
        if (isWithheld || kept) roles = new Set((await memberNow(services, guild, userId))?.roles.cache.keys())
      } catch (error) {
        // With nothing pending, only the reaction remains to be removed, which the caller retries.
        if (!isOutage(error) || due.length === 0) throw error
        isDown = true
      }
    }
    if (!isDown) return results
    settleLater(services, guild.id, userId, againMs)
    throw slow()
  })

/** Makes one choice for a member, as {@link chooseAll} does. */
export const choose = async (
  services: Services,
  guild: Guild,
  { choiceId, ...chosen }: ChoiceMade,
  more: Occasion = {},
): Promise<Result | undefined> => (await chooseAll(services, guild, { ...chosen, choiceIds: [choiceId] }, more))?.at(0)

/** Removes a reaction that counts for nothing, or records that it stays. */
async function takeReaction(
  services: Services,
  guild: Guild,
  menu: StoredMenu,
  { role_id: roleId }: Choice,
  { menuId, choiceId, userId }: ChoiceMade,
): Promise<void> {
  if (await unreact(services, guild, menu, { choiceId, userId })) return
  const key = { guildId: guild.id, menuId, choiceId, userId }
  const known = noteOf(services, key)
  if (known) changeNote(services, key, { reacted: true })
  else putNote(services, { ...key, roleId, state: 'seen', due: null, reacted: true, at: services.now(), endsAt: null })
}

function reasonFor({ access }: Services, guild: Guild, { role_id }: Choice): string {
  const role = guild.roles.cache.get(role_id)
  if (!role) return 'Its role was deleted.'
  return autoGrantProblem(access, role) ?? 'Discord did not let me give it.'
}

/** The answer to a member about their choice. */
export const answerTo = (
  { guild }: { guild: Guild },
  { outcome, choice, menu, until, withheld, kept }: Result,
): string =>
  told(outcome, menu.design, choice.role_id, {
    roleName: id => guild.roles.cache.get(id)?.name,
    until,
    withheld: withheld !== undefined,
    kept,
  })
