import { DiscordAPIError, type Guild, type GuildMember, RESTJSONErrorCodes as Code } from 'discord.js'
import { z } from 'zod'
import { job, jobHandle, processState, type Services } from '#kernel/feature.ts'
import { giveRole } from '#kernel/rights/give-role.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import { freshMember } from '#kit/fresh-member.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { snowflake } from '#contract'
import reactionroles from '../contract.ts'
import { emojiOf } from '../menus/contract.ts'
import { countGiven, menuOf, type StoredMenu } from '../menus/rows.ts'
import { noteChange, noteTaking } from './recent-role-changes.ts'
import { changeNote, dropNote, membersDue, type Note, notesAbout } from './rows.ts'

/** Changes to one member's roles are made one at a time. */
const inOrder = processState(createKeyedQueue)

/** Runs work about a member after everything else in progress for them. */
export const afterOthers = <T>(
  services: Services,
  guildId: string,
  userId: string,
  work: () => Promise<T>,
): Promise<T> => inOrder(services)(`${guildId}/${userId}`, work)

const why = (menu: StoredMenu | undefined) => `Reaction Roles: ${menu?.design.name ?? 'menu deleted'}`.slice(0, 200)

/** Whether the bot may remove others' reactions in a menu's channel. */
export function mayUnreact(guild: Guild, { messageChannelId }: Pick<StoredMenu, 'messageChannelId'>): boolean {
  const channel = guild.channels.cache.get(messageChannelId ?? '')
  const { me } = guild.members
  return (
    channel !== undefined &&
    !isHidden(channel) &&
    me !== null &&
    channel.permissionsFor(me).has(['ViewChannel', 'ManageMessages'])
  )
}

/** How an emoji is written in Discord's URLs. */
export function emojiPath(typed: string): string | undefined {
  const emoji = emojiOf(typed)
  if (!emoji) return undefined
  return encodeURIComponent(emoji.id === undefined ? emoji.name : `${emoji.name}:${emoji.id}`)
}

const isGone = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  [Code.UnknownMessage, Code.UnknownChannel, Code.UnknownEmoji].some(code => code === error.code)

/** Removes a member's reaction. @returns whether none of theirs remains */
export async function unreact(
  { client }: Pick<Services, 'client'>,
  guild: Guild,
  menu: StoredMenu,
  { choiceId, userId }: Pick<Note, 'choiceId' | 'userId'>,
): Promise<boolean> {
  const path = emojiPath(menu.design.choices.find(({ id }) => id === choiceId)?.emoji ?? '')
  if (path === undefined || menu.messageId === null || menu.messageChannelId === null) return true
  if (!mayUnreact(guild, menu)) return false
  try {
    await client.rest.delete(
      `/channels/${menu.messageChannelId}/messages/${menu.messageId}/reactions/${path}/${userId}`,
    )
    return true
  } catch (error) {
    if (isGone(error)) return true
    if (isRefusal(error)) return false
    throw error
  }
}

/** Takes a role from a member. @returns whether they no longer have it */
async function takeRole(services: Services, member: GuildMember, roleId: string, reason: string): Promise<boolean> {
  if (!member.guild.roles.cache.has(roleId)) return true
  noteTaking(services, member.guild.id, member.id, roleId)
  try {
    await member.roles.remove(roleId, reason)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    services.log.warn(
      { err: error, feature: reactionroles.name, guildId: member.guild.id, roleId },
      'role not taken back',
    )
    return false
  }
}

/** The result of a note's pending action. */
type Done = 'given' | 'withheld' | 'taken' | 'kept'

/**
 * Carries out a note's pending action and settles it. Safe to repeat. The reaction for a role that was taken is
 * removed, or it would count as a new choice.
 */
async function perform(services: Services, member: GuildMember, note: Note): Promise<Done> {
  const { guild } = member
  const menu = menuOf(services, guild.id, note.menuId)
  if (note.due === 'give') {
    const given = await giveRole(services, reactionroles, { member, roleId: note.roleId, why: why(menu) })
    services.db.transaction(() => {
      if (!given) dropNote(services, note)
      // If it only returns a role that it had taken, nothing needs to be remembered any more.
      else if (note.state === null) dropNote(services, note)
      else changeNote(services, note, { due: null })
      if (given && menu) countGiven(services, menu)
    })
    return given ? 'given' : 'withheld'
  }
  const taken = await takeRole(services, member, note.roleId, why(menu))
  if (!taken) {
    changeNote(services, note, { due: null, state: 'held' })
    return 'kept'
  }
  if (note.state !== null) changeNote(services, note, { due: null, endsAt: null })
  else if (note.reacted && menu && !(await unreact(services, guild, menu, note)))
    changeNote(services, note, { due: null, state: 'seen', endsAt: null })
  else dropNote(services, note)
  return 'taken'
}

/** The result of everything that was pending for a member. */
export interface Performed {
  withheld: boolean
  kept: boolean
}

/**
 * Carries out everything pending for a member. Roles are given first: of two that replace each other none is lost, and
 * if the new one is not given, the old one stays.
 */
export async function performAll(services: Services, member: GuildMember, due: readonly Note[]): Promise<Performed> {
  const withheldIn = new Set<string>()
  let kept = false
  try {
    for (const note of due.toSorted((a, b) => Number(b.due === 'give') - Number(a.due === 'give'))) {
      if (note.due === 'replace' && withheldIn.has(note.menuId)) continue
      const done = await perform(services, member, note)
      kept ||= done === 'kept'
      if (done !== 'withheld') continue
      withheldIn.add(note.menuId)
      // Stored right away: a later step may fail, and a retry would not know that this role was withheld.
      for (const other of due)
        if (other.due === 'replace' && other.menuId === note.menuId)
          changeNote(services, other, { due: null, state: 'held' })
    }
  } finally {
    // Timed from the end, because a request may have waited longer than Discord's event takes.
    if (due.length > 0) noteChange(services, member.guild.id, member.id)
  }
  return { withheld: withheldIn.size > 0, kept }
}

const owed = z.object({ userId: snowflake })
const settling = jobHandle(owed)

/** Schedules everything pending for a member: after a crash, or while Discord does not answer. */
export function settleLater({ scheduler, now }: Services, guildId: string, userId: string, inMs = 0): void {
  scheduler.at(settling, { at: now() + inMs, guildId, key: `${guildId}/${userId}`, payload: { userId } })
}

/** Gives and takes the roles that were chosen before the process ended. */
export const settleMember = job({
  handle: settling,
  payload: owed,
  lane: 'answers',
  promise: ({ userId }) => `give <@${userId}> the roles that they chose, or take them back`,
  run(services, { userId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return undefined
    return afterOthers(services, guild.id, userId, async () => {
      const due = notesAbout(services, guild.id, userId).filter(note => note.due !== null)
      if (due.length === 0) return
      if (!guild.available) throw new Error('the server is not available')
      const member = await freshMember(guild, userId)
      if (member) await performAll(services, member, due)
      else for (const note of due) dropNote(services, note)
    })
  },
})

/** At startup, continues what the last process had begun. */
export function resumeDue(services: Services): void {
  for (const { guildId, userId } of membersDue(services)) settleLater(services, guildId, userId)
}

const ending = z.object({ menuId: z.string(), choiceId: z.string(), userId: snowflake })
const endings = jobHandle(ending)
const endKey = (guildId: string, { menuId, choiceId, userId }: z.output<typeof ending>) =>
  `${guildId}/${menuId}/${choiceId}/${userId}`

/** Schedules the taking back of a role whose time is limited. */
export function endLater({ scheduler }: Services, guildId: string, at: number, payload: z.output<typeof ending>): void {
  scheduler.at(endings, { at, guildId, key: endKey(guildId, payload), payload })
}

export function cancelEnd({ scheduler }: Services, { guildId, menuId, choiceId, userId }: Note): void {
  scheduler.cancel(endings, endKey(guildId, { menuId, choiceId, userId }))
}

export const cancelSettling = ({ scheduler }: Services, guildId: string, userId: string): void =>
  void scheduler.cancel(settling, `${guildId}/${userId}`)

/** Takes back a role whose time is over. */
export const endRole = job({
  handle: endings,
  payload: ending,
  lane: 'answers',
  promise: ({ userId }) => `take back a role whose time was over for <@${userId}>`,
  run(services, { menuId, choiceId, userId }, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (!guild) return undefined
    return afterOthers(services, guild.id, userId, async () => {
      const note = notesAbout(services, guild.id, userId).find(
        one => one.menuId === menuId && one.choiceId === choiceId,
      )
      // It was taken back before, or has been chosen again since.
      if (!note || note.endsAt === null || note.endsAt > services.now()) return
      if (!guild.available) throw new Error('the server is not available')
      const member = await freshMember(guild, userId)
      if (!member) return dropNote(services, note)
      const binds = menuOf(services, guild.id, menuId)?.design.mode === 'binding'
      const due = { ...note, due: 'take' as const, state: binds ? ('held' as const) : null }
      changeNote(services, note, { due: due.due, state: due.state })
      const { kept } = await performAll(services, member, [due])
      if (kept) throw new Error('Discord does not let me take the role')
    })
  },
})
