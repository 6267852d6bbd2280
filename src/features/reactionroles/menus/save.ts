import { isDeepStrictEqual } from 'node:util'
import type { GuildMember, Role } from 'discord.js'
import type { Body } from '#contract'
import type { Author, Context, Things } from '#kernel/feature.ts'
import { demandRevision, designIn, newThingId, readDesign, distinguishingValues } from '#kit/design.ts'
import { UserError } from '#kit/errors.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { opensDashboard, roleJudge } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import { dropChangedNotes } from '../choosing/rows.ts'
import type reactionroles from '../contract.ts'
import { choiceProblems, type MenuDesign, menuDesign, mostMenus, textProblems, menusNoted } from './contract.ts'
import { toldMenu } from './field-labels/contract.ts'
import { removeFromMessage } from './remove-from-message.ts'
import { refused } from './demands.ts'
import { demandMenuRights, isBelow, noMenu, seesMenu } from './rights.ts'
import { changeMenu, countMenus, insertMenu, menuOf, menusAt, menusOf, removeMenu, type StoredMenu } from './rows.ts'

const ordinary: Record<string, unknown> = menuDesign.parse({ name: 'Menu' })

/** The values that distinguish a menu that is created or deleted from an ordinary one. */
const distinctiveValues = (design: MenuDesign): Record<string, unknown> =>
  distinguishingValues(ordinary, design, ['name'])

type Ctx = Context<typeof reactionroles> & { member: GuildMember }
type Posted = Partial<Body<(typeof reactionroles)['endpoints']['saveMenu']>>

/** Channels and roles that a menu adds must be in this server, and its author must see the channels. */
function demandOwn({ guild, member }: Ctx, after: MenuDesign, before: MenuDesign | undefined): void {
  const { cache } = guild.channels
  if (after.channel_id !== null && after.channel_id !== (before?.channel_id ?? null)) {
    const channel = cache.get(after.channel_id)
    if (!channel || isHidden(channel) || !channel.permissionsFor(member).has('ViewChannel'))
      throw refused('no-channel', 'There is no such channel in this server that you and I can see.', 'channel_id')
    if (!channel.isTextBased())
      throw refused('channel-kind', 'That channel cannot have messages. Choose another.', 'channel_id')
  }
  for (const key of ['required_roles', 'forbidden_roles'] as const) {
    const isRole = (id: string) => id !== guild.id && guild.roles.cache.has(id)
    if (after[key].some(id => !before?.[key].includes(id) && !isRole(id)))
      throw refused('no-role', 'There is no such role in this server.', key)
  }
}

/** The fields that affect who gets a menu's roles. */
const gates = [
  'source',
  'channel_id',
  'attached_id',
  'mode',
  'most',
  'required_roles',
  'forbidden_roles',
  'lasts',
] as const satisfies readonly (keyof MenuDesign)[]

/** Why a member may not make a role that the menu already offers available to others; undefined if they may. */
const notTheirs = (ctx: Ctx, role: Role): string | undefined =>
  isBelow(ctx, role) ? undefined : 'This role is not below your own highest role, so you cannot change who gets it.'

/** Demands that a menu gives a role only to members to whom its author could have given it. */
function demandGivable(ctx: Ctx, after: MenuDesign, before: MenuDesign | undefined): void {
  const { guild, member, access } = ctx
  const isOpened = before !== undefined && gates.some(key => !isDeepStrictEqual(before[key], after[key]))
  const judge = roleJudge(guild, member)
  const problems: Record<string, string> = {}
  for (const [at, { role_id: roleId, emoji }] of after.choices.entries()) {
    const known = before?.choices.find(one => one.role_id === roleId)
    const role = guild.roles.cache.get(roleId)
    if (!known) {
      const problem = role
        ? (judge(role) ?? (access.bringsRights(guild, roleId) ? opensDashboard : undefined))
        : 'That role is not in this server.'
      if (problem !== undefined) problems[`choices.${at}.role_id`] = problem
    }
    const barrier = known && role && isOpened ? notTheirs(ctx, role) : undefined
    if (barrier !== undefined) problems[`choices.${at}.role_id`] = barrier
    const custom = /:(\d{17,20})>$/.exec(emoji.trim())?.[1]
    if (custom !== undefined && !guild.emojis.cache.has(custom) && known?.emoji !== emoji)
      problems[`choices.${at}.emoji`] = 'That emoji is not of this server, so I cannot use it.'
  }
  Object.assign(problems, choiceProblems(after), after.source === 'written' ? textProblems(after) : {})
  const [first] = Object.values(problems)
  if (first !== undefined) throw new UserError('reactionroles.choices', first, 400, problems)
}

/** Demands that each emoji on a message stands for only one role, over all menus on that message. */
function demandFree(ctx: Ctx, id: string, after: MenuDesign): void {
  const messageId = after.source === 'attached' ? after.attached_id : (menuOf(ctx, ctx.guild.id, id)?.messageId ?? null)
  if (messageId === null || after.kind !== 'reactions') return
  for (const other of menusAt(ctx, ctx.guild.id, messageId)) {
    if (other.id === id || other.design.kind !== 'reactions') continue
    const taken = { ...after, choices: [...other.design.choices, ...after.choices] }
    const found = Object.entries(choiceProblems(taken)).filter(([key]) => key.endsWith('.emoji') || key === 'choices')
    const offset = other.design.choices.length
    const mine = Object.fromEntries(
      found.flatMap(([key]) => {
        const at = Number(key.split('.')[1]) - offset
        if (key === 'choices')
          return [[key, `Its message holds “${inert(other.design.name)}”, too: 20 reactions at most.`]]
        return at >= 0
          ? [[`choices.${at}.emoji`, `“${inert(other.design.name)}” on this message has this emoji already.`]]
          : []
      }),
    )
    const [first] = Object.values(mine)
    if (first !== undefined) throw new UserError('reactionroles.shared', first, 409, mine)
  }
}

/** Stores a menu after it has been judged. */
type Store = (author: Author) => StoredMenu

function create(ctx: Ctx, posted: Partial<MenuDesign>, id = newThingId()): Store {
  const { db, guild, member, now } = ctx
  if (countMenus(ctx, guild.id) >= mostMenus)
    throw new UserError('reactionroles.full', `A server has at most ${mostMenus} menus. Delete one first.`)
  if ((posted.name ?? '').trim() === '') throw refused('name', 'A menu needs a name.', 'name')
  const design = menuDesign.parse(posted)
  demandOwn(ctx, design, undefined)
  demandGivable(ctx, design, undefined)
  demandFree(ctx, id, design)
  const saved = { savedAt: now(), savedById: member.id, savedByName: member.displayName }
  return author =>
    db.transaction(() => {
      ctx.note({ kind: menusNoted, id, name: design.name, after: distinctiveValues(design) }, author)
      return insertMenu(ctx, { guildId: guild.id, id, design, createdAt: now(), ...saved })
    })
}

function change(ctx: Ctx, menu: StoredMenu, posted: Partial<MenuDesign>): Store {
  const { member, now } = ctx
  const design = menuDesign.parse({ ...menu.design, ...posted })
  if (isDeepStrictEqual(design, menu.design)) return () => menu
  demandOwn(ctx, design, menu.design)
  demandGivable(ctx, design, menu.design)
  demandFree(ctx, menu.id, design)
  const saved = { savedAt: now(), savedById: member.id, savedByName: member.displayName }
  return author =>
    ctx.db.transaction(() => {
      dropChangedNotes(ctx, menu, design)
      ctx.note({ kind: menusNoted, id: menu.id, name: design.name, before: menu.design, after: design }, author)
      return changeMenu(ctx, menu, { design, revision: menu.revision + 1, ...saved }) ?? menu
    })
}

/** The menu to be changed; undefined if there is none. @throws UserError 404 if the caller may not know about it */
function visibleMenu(ctx: Ctx, id: string): StoredMenu | undefined {
  const menu = menuOf(ctx, ctx.guild.id, id)
  if (menu && !seesMenu(ctx, menu)) throw noMenu()
  return menu
}

/**
 * Creates or changes a menu. Synchronous, so that nothing changes between reading and writing.
 * @throws UserError 400 with the fields that have problems, 404 if it has been deleted in the meantime, 409 if somebody
 * else saved first
 */
export function saveMenu(ctx: Ctx, body: Posted, author: Author): StoredMenu {
  const { id, revision } = body
  const posted = designIn(menuDesign, body)
  const menu = id === undefined ? undefined : visibleMenu(ctx, id)
  demandRevision(
    ctx,
    {
      noun: 'menu',
      gone: 'reactionroles.no-menu',
      conflict: 'reactionroles.conflict',
      words: toldMenu,
      caller: author.userId,
    },
    menu,
    revision,
    posted,
  )
  return (menu ? change(ctx, menu, posted) : create(ctx, posted, id))(author)
}

/**
 * Deletes a menu, and the message that the bot wrote for it unless that is to be kept. Members keep their roles; roles
 * given for a limited time are still taken back.
 * @throws UserError 404, 400 if one of its roles is not below the caller's highest
 */
export function deleteMenu(ctx: Ctx, id: string, author: Author, keepMessage = false): StoredMenu {
  const { db, guild } = ctx
  return db.transaction(() => {
    const menu = demandMenuRights(ctx, menuOf(ctx, guild.id, id), 'delete its menu')
    removeMenu(ctx, guild.id, id)
    dropChangedNotes(ctx, menu, { choices: [] })
    ctx.note({ kind: menusNoted, id, name: menu.design.name, before: distinctiveValues(menu.design) }, author)
    removeFromMessage(ctx, guild, menu, keepMessage)
    return menu
  })
}

/** @throws UserError 403 */
function demandManaging({ member }: Ctx): void {
  if (!member.permissions.has('ManageRoles'))
    throw new UserError('reactionroles.rights', 'You need Manage Roles to change a menu of roles.', 403)
}

/** Menus in the server's history. */
export const notedMenus: Things<typeof reactionroles> = {
  noun: 'menu',
  fields: toldMenu,
  name: 'name',
  read: (ctx, id) => menuOf(ctx, ctx.guild.id, id)?.design,
  knownTo(ctx, id, noted) {
    const gone = { design: readDesign(menuDesign, noted, { name: 'Menu' }), messageChannelId: null, savedById: null }
    return seesMenu(ctx, menuOf(ctx, ctx.guild.id, id) ?? gone)
  },
  put(ctx, id, patch, author) {
    demandManaging(ctx)
    // Both cases are validated as the fields that they set.
    const posted: Partial<MenuDesign> = patch
    const menu = visibleMenu(ctx, id)
    const judged = menu ? change(ctx, menu, posted) : create(ctx, posted, id)
    if (author) judged(author)
  },
  portable: {
    list: ctx => menusOf(ctx, ctx.guild.id).filter(menu => menu.design.source === 'written' && seesMenu(ctx, menu)),
    saves: 'saveMenu',
    most: mostMenus,
    loses: ['channel_id', 'choices', 'forbidden_roles'],
    unfit: ({ source }) =>
      source === 'attached' ? 'It is attached to a message that only its own server has.' : undefined,
    arrives: 'It is not posted yet: post it on its page.',
    remove(ctx, id, author) {
      demandManaging(ctx)
      deleteMenu(ctx, id, author)
    },
  },
}
