import { isDeepStrictEqual } from 'node:util'
import { type GuildMember, ApplicationCommandPermissionType as Type } from 'discord.js'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { slashPath } from '#kernel/commands/slash-tree.ts'
import { readableNeeds } from '#kernel/commands/usage.ts'
import { UserError } from '#kit/errors.ts'
import { safeEcho } from '#kit/template.ts'
import type {
  Context,
  DiscordOverride,
  Entry,
  Feature,
  ContextMenu,
  Services,
  SettingsChange,
} from '#kernel/feature.ts'
import { categoryOf, isForOperators } from './command-list.ts'
import type general from './contract.ts'
import { type CommandAccess, type CommandRule, noRule } from './contract.ts'

/** Somebody looking at the commands of a server. */
type Here = Context<typeof general> & { member: GuildMember }

/** Something that a server can allow and deny: a command, or an entry in the menu of a user or message. */
interface Target {
  entry: Entry
  menu: ContextMenu | undefined
}

const asEntry = (feature: Feature, menu: ContextMenu): Entry => ({
  feature,
  name: menu.title,
  definition: { ...menu, description: menu.title, run: () => undefined },
})

function targetsOf(features: readonly Feature[]): Target[] {
  const { entries, menus } = createCatalogue(features)
  return [
    ...entries.filter(entry => !isForOperators(entry)).map(entry => ({ entry, menu: undefined })),
    ...menus.map(({ feature, menu }) => ({ entry: asEntry(feature, menu), menu })),
  ]
}

const ruleFor = ({ own }: Here, name: string): CommandRule =>
  (Object.hasOwn(own.commandRules, name) ? own.commandRules[name] : undefined) ?? noRule

const kinds = { [Type.Role]: 'role', [Type.User]: 'user', [Type.Channel]: 'channel' } as const

/** Whom or what an override applies to, by name; Discord writes 'all channels' as the server's id minus one. */
function nameOf({ guild, member }: Here, { id, type }: DiscordOverride): string {
  if (type === Type.Role) return id === guild.id ? '@everyone' : (guild.roles.cache.get(id)?.name ?? id)
  if (type === Type.User) return guild.members.cache.get(id)?.displayName ?? id
  if (id === String(BigInt(guild.id) - 1n)) return 'All channels'
  const channel = guild.channels.cache.get(id)
  return channel ? `#${channelName(channel, member)}` : id
}

async function describe(ctx: Here, { entry, menu }: Target): Promise<CommandAccess> {
  const { name, definition } = entry
  const slash = menu ? undefined : slashPath(entry)
  const registered = menu ? menu.title : slash?.split(' ')[0]
  const { command, application } = await ctx.commandPermissions.overridesOf(ctx.guild.id, registered)
  const shown = (of: 'command' | 'all') => (override: DiscordOverride) => ({
    kind: kinds[override.type],
    name: nameOf(ctx, override),
    allowed: override.permission,
    of,
  })
  return {
    name,
    title: menu ? menu.title : `${ctx.own.prefix}${name}`,
    category: categoryOf(entry),
    description: menu ? `In the menu of a ${menu.on}` : definition.description,
    slash: slash === undefined ? null : `/${slash}`,
    needs: readableNeeds(definition.needs ?? [], right => ctx.access.titleOf(right)),
    openToManagers: definition.openToManagers ?? false,
    rule: ruleFor(ctx, name),
    discord: [...command.map(shown('command')), ...application.map(shown('all'))],
  }
}

/** Every command and menu entry, with who may use it here, in the order of help. */
export const commandAccess = (ctx: Here): Promise<CommandAccess[]> =>
  Promise.all(targetsOf(ctx.features).map(target => describe(ctx, target)))

const hasEffect = ({ disabled, ...lists }: CommandRule) =>
  disabled || Object.values(lists).some(list => list.length > 0)

/** Somebody who manages only one feature does not decide about the commands of another. @throws UserError 403 */
function demandFeatureRight(services: Pick<Services, 'access'>, member: GuildMember, { entry }: Target): void {
  const { name, title } = entry.feature.contract
  if (services.access.has(member, 'manage', name)) return
  throw new UserError(
    'access.insufficient',
    `You need Manage Server, or access to change ${title}, to decide who may use its commands.`,
    403,
  )
}

/** Validates rules that are changed as a whole, for example by restoring earlier ones. @throws UserError 400, 403 */
export async function checkCommandRules(
  ctx: Context<typeof general>,
  { before, after, author }: SettingsChange<typeof general>,
): Promise<void> {
  const isChanged = ({ entry: { name } }: Target) =>
    !isDeepStrictEqual(before.commandRules[name], after.commandRules[name])
  const targets = targetsOf(ctx.features)
  const known = new Set(targets.map(({ entry }) => entry.name))
  const unknown = Object.keys(after.commandRules).find(
    name => !known.has(name) && !Object.hasOwn(before.commandRules, name),
  )
  if (unknown !== undefined) {
    const sentence = `There is no command “${safeEcho(unknown)}” whose use could be decided.`
    throw new UserError('general.unknown-command', sentence, 400, { commandRules: sentence })
  }
  const changed = targets.filter(isChanged)
  if (author.userId === null || changed.length === 0) return
  const member = await ctx.guild.members.fetch(author.userId)
  for (const target of changed) demandFeatureRight(ctx, member, target)
}

/**
 * Changes a server's rule for one command; an empty rule is removed.
 * @throws UserError 404, or 403 without the right to manage the command's feature
 */
export async function setCommandRule(
  ctx: Here,
  name: string,
  change: { [K in keyof CommandRule]?: CommandRule[K] | undefined },
  userId: string,
): Promise<CommandAccess> {
  const target = targetsOf(ctx.features).find(({ entry }) => entry.name === name)
  if (!target) throw new UserError('general.unknown-command', 'There is no such command.', 404)
  demandFeatureRight(ctx, ctx.member, target)
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const rule = { ...ruleFor(ctx, name), ...Object.fromEntries(given) }
  const { [name]: _, ...others } = ctx.own.commandRules
  const commandRules = hasEffect(rule) ? { ...others, [name]: rule } : others
  ctx.save({ commandRules }, { userId, via: 'dashboard' })
  return describe(ctx, target)
}
