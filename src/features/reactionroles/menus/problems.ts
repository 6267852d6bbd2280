import type { Guild } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import { listed, missingIn, permissionName } from '#kit/permissions.ts'
import { type ConfigurationProblem, problemOf, type Requirement } from '#kit/requirement.ts'
import { autoGrantProblem, isBotsLack } from '#kit/role-grants.ts'
import { inert } from '#kit/template.ts'
import { mayUnreact } from '../choosing/perform.ts'
import type reactionroles from '../contract.ts'
import type { MenuProblem } from './contract.ts'
import { neededIn } from './demands.ts'
import { menusOf, type StoredMenu } from './rows.ts'

type Ctx = Pick<Context<typeof reactionroles>, 'guild' | 'access' | 'db'>

const told = (field: string, sentence: string, offer: MenuProblem['offer'] = null): MenuProblem => ({
  field,
  sentence,
  offer,
})

const channelOf = ({ guild }: Ctx, { design, messageChannelId }: StoredMenu) =>
  guild.channels.cache.get(messageChannelId ?? design.channel_id ?? '')

function* ofMessage(ctx: Ctx, menu: StoredMenu): Generator<MenuProblem> {
  const { design, messageId, messageMissing } = menu
  const channel = channelOf(ctx, menu)
  if (messageId === null && design.channel_id === null) return
  if (!channel) {
    yield told(
      'channel_id',
      'Its channel was deleted. Choose another, and post it there.',
      messageId === null ? null : 'repost',
    )
    return
  }
  if (messageMissing && !isHidden(channel))
    yield design.source === 'written'
      ? told('message', 'Its message was deleted. Post it again, or delete the menu.', 'repost')
      : told(
          'message',
          'The message that it was attached to was deleted. Attach it to another one, or delete the menu.',
        )
}

/** What the bot lacks in the message's channel; the requirements report it too. */
function* lackedThere(ctx: Ctx, menu: StoredMenu): Generator<MenuProblem> {
  const { guild } = ctx
  const { design, messageId } = menu
  const channel = channelOf(ctx, menu)
  if (!channel) return
  if (isHidden(channel)) {
    yield told('channel_id', 'I cannot see its channel. Give my role View Channel there.')
    return
  }
  const { me } = guild.members
  if (messageId === null || !channel.isTextBased() || !me) return
  const missing = [...new Set(missingIn(channel, me, neededIn(guild, design, channel)))]
  if (missing.length > 0) yield told('channel_id', `I need ${listed(missing.map(permissionName))} in its channel.`)
  if (takesReactions(design) && !mayUnreact(guild, menu))
    yield told('channel_id', 'I need Manage Messages in its channel, or reactions that do not count stay there.')
}

/** Whether reactions that count for nothing are removed. */
const takesReactions = ({ kind, mode, required_roles, forbidden_roles, lasts }: StoredMenu['design']): boolean =>
  kind === 'reactions' &&
  (mode === 'unique' ||
    mode === 'binding' ||
    mode === 'limit' ||
    required_roles.length > 0 ||
    forbidden_roles.length > 0 ||
    lasts !== null)

function* ofChoices({ guild, access }: Ctx, { design }: StoredMenu): Generator<MenuProblem> {
  for (const [at, { role_id: roleId, emoji }] of design.choices.entries()) {
    const role = guild.roles.cache.get(roleId)
    const problem = role ? autoGrantProblem(access, role) : 'Its role was deleted. Choose another, or remove it.'
    if (problem !== undefined) yield told(`choices.${at}.role_id`, problem, role ? null : 'remove')
    const custom = /:(\d{17,20})>$/.exec(emoji.trim())?.[1]
    if (custom !== undefined && !guild.emojis.cache.has(custom))
      yield told(`choices.${at}.emoji`, 'Its emoji was deleted. Choose another.')
  }
  for (const key of ['required_roles', 'forbidden_roles'] as const) {
    const gone = design[key].filter(id => !guild.roles.cache.has(id))
    if (gone.length === 0) continue
    const nobody = key === 'required_roles' && gone.length === design[key].length
    yield told(key, `One of its roles was deleted. Remove it.${nobody ? ' Until then nobody can choose.' : ''}`)
  }
}

/** Why parts of a menu do not work, in the order of its page. */
export const problemsOf = (ctx: Ctx, menu: StoredMenu): MenuProblem[] => [
  ...ofMessage(ctx, menu),
  ...lackedThere(ctx, menu),
  ...ofChoices(ctx, menu),
]

const deployed = (ctx: Ctx) => menusOf(ctx, ctx.guild.id).filter(({ messageId }) => messageId !== null)

/** The Discord permissions that posted menus need. */
export function requires(ctx: Ctx): Requirement[] {
  const { guild } = ctx
  return deployed(ctx).flatMap((menu): Requirement[] => {
    const { design, messageChannelId: channelId } = menu
    const channel = guild.channels.cache.get(channelId ?? '')
    const named = `for the menu ${inert(design.name)}`
    const here =
      channel?.isTextBased() && channelId !== null
        ? [
            ...new Set(neededIn(guild, design, channel)),
            ...(takesReactions(design) ? (['ManageMessages'] as const) : []),
          ].map((permission): Requirement => ({ permission, channelId, why: named }))
        : []
    const roles = design.choices
      .filter(one => guild.roles.cache.has(one.role_id))
      .map(({ role_id }): Requirement => ({ permission: 'ManageRoles', aboveRoleId: role_id, why: named }))
    return [...here, ...roles]
  })
}

/** Other reasons why menus do not work. */
export const problems = (ctx: Ctx): ConfigurationProblem[] =>
  deployed(ctx).flatMap(menu => {
    const { design } = menu
    // Missing permissions, and roles that are too low, are reported as requirements.
    return [...ofMessage(ctx, menu), ...ofChoices(ctx, menu)]
      .filter(({ sentence }) => !isBotsLack(sentence))
      .map(({ sentence, field }) =>
        problemOf(
          `The menu “${inert(design.name)}”${titleOf(ctx.guild, menu, field)}`,
          sentence,
          'Open it on the page Reaction Roles.',
        ),
      )
  })

/** Describes which role of a menu a problem is about. */
function titleOf(guild: Guild, { design }: StoredMenu, field: string): string {
  const at = /^choices\.(\d+)/.exec(field)?.[1]
  if (at === undefined) return ''
  const one = design.choices[Number(at)]
  const name = guild.roles.cache.get(one?.role_id ?? '')?.name ?? one?.label ?? ''
  return name === '' ? '' : `, role “${inert(name)}”`
}
