import type { APIEmbed, GuildMember, GuildTextBasedChannel } from 'discord.js'
import { z } from 'zod'
import type { RightName } from '#contract'
import { type Catalogue, createCatalogue } from '#kernel/commands/catalogue.ts'
import { customCommandsOf } from '#kernel/commands/server-commands.ts'
import { slashPath } from '#kernel/commands/slash-tree.ts'
import { usageEmbed } from '#kernel/commands/usage.ts'
import { UserError } from '#kit/errors.ts'
import { switchedOn } from '#kernel/events/events.ts'
import {
  command,
  type CommandContext,
  component,
  type ComponentContext,
  type Entry,
  isGroup,
  option,
  type Services,
} from '#kernel/feature.ts'
import { nearest } from '#kit/edit-distance.ts'
import { listed } from '#kit/permissions.ts'
import { safeEcho } from '#kit/template.ts'
import { byCategory } from './command-list.ts'
import general from './contract.ts'
import { type HelpView, helpMessage, nameOf, rootEmbed, serverCommandEmbed } from './help-menu.ts'

interface Asker {
  member: GuildMember
  channel: GuildTextBasedChannel
}

/** Whether a command needs a right; those come first, since they show what the caller's own rights allow. */
const isByRight = ({ definition }: Entry) => (definition.needs?.length ?? 0) > 0

/** The commands that work in this server and that the caller may use there. */
async function viewFor(
  services: Services,
  { member, channel }: Asker,
  { prefix, as }: Pick<HelpView, 'prefix' | 'as'>,
): Promise<HelpView> {
  const caller = member.id
  const { entries } = createCatalogue(services.features)
  const inModules = entries.filter(
    ({ definition, feature }) => definition.always || switchedOn(services, feature, member.guild.id),
  )
  const isUsable = await Promise.all(
    inModules.map(entry => services.commandPermissions.mayUse(entry, { member, channel })),
  )
  const shown = inModules.filter((_, place) => isUsable[place])
  const categories = byCategory([...shown.filter(isByRight), ...shown.filter(entry => !isByRight(entry))])
  const page = (path: string) => new URL(path, services.config.http.publicUrl).href
  return {
    menuId: helpMenu.id({ as }, caller),
    pageId: (category, page) => helpPage.id({ category, page, as }, caller),
    prefix,
    as,
    productName: services.config.productName,
    avatar: services.client.user.displayAvatarURL(),
    categories: [...categories].map(([name, entries]) => ({ name, entries })),
    ofServer: customCommandsOf(services, member.guild)?.usable({ member, channel }) ?? [],
    docs: page('/docs'),
    ...(services.access.has(member, 'view', general.name) && { dashboard: page(`/manage/${member.guild.id}`) }),
  }
}

interface Found {
  entry: Entry
  /** The subcommand, if one was named. */
  sub?: string | undefined
}

/**
 * Finds a command by what is typed after the prefix or a slash: 'purgebots', 'purge bots', 'ticket close', 'givexp'.
 */
function findCommand(catalogue: Catalogue, [word = '', ...words]: readonly string[]): Found | undefined {
  const paths = [word, ...words].map((_, place, all) => all.slice(0, place + 1).join(' ')).toReversed()
  const leaf = paths.map(path => catalogue.slash.find(path)).find(Boolean)
  if (leaf) return { entry: leaf.entry, sub: leaf.path.split(' ')[1] }
  const typed = catalogue.findTyped(word, words.join(' '))
  return typed && { entry: typed.entry, sub: catalogue.subcommandIn(typed.entry, typed.rest) }
}

/** Explains how to use a command, or the named subcommand. */
function explained(ctx: CommandContext<typeof general>, { entry: { name, definition }, entry, sub }: Found): APIEmbed {
  const part = sub !== undefined && isGroup(definition) ? definition.subcommands[sub] : undefined
  const path = ctx.source === 'slash' ? slashPath(entry, part && sub) : undefined
  const titleOf = (right: RightName) => ctx.access.titleOf(right)
  const needs = [...new Set([...(definition.needs ?? []), ...(part?.needs ?? [])])]
  const shown = part ? { ...part, needs } : definition
  return usageEmbed(path ? '/' : ctx.prefix, path ?? [name, ...(part && sub ? [sub] : [])].join(' '), shown, {
    titleOf,
  })
}

export const help = command<typeof general>()({
  description: 'Shows what I can do, or how to use one command',
  aliases: ['commands'],
  // The answer links to the dashboard.
  relatedWords: ['dashboard', 'setup', 'configure'],
  openToManagers: true,
  options: { command: option.rest('the command to explain, or a category', { optional: true, max: 60 }) },
  examples: ['', 'setprefix'],
  autocomplete: {
    async command(ctx, typed) {
      const { categories } = await viewFor(ctx, ctx, { prefix: '', as: 'slash' })
      const wanted = typed.toLowerCase().replace(/^[/.]/, '')
      return categories
        .flatMap(({ entries }) => entries)
        .map(entry => ({ name: slashPath(entry) ?? entry.name, value: entry.name }))
        .filter(({ name, value }) => name.includes(wanted) || value.includes(wanted))
    },
  },
  async run(ctx, { command: asked }) {
    const as = ctx.source === 'slash' ? 'slash' : 'prefix'
    const view = await viewFor(ctx, ctx, { prefix: ctx.prefix, as })
    if (asked === undefined) return ctx.reply(helpMessage(view), { ephemeral: true })
    const typed = asked.toLowerCase()
    const word = (typed.startsWith(ctx.prefix.toLowerCase()) ? typed.slice(ctx.prefix.length) : typed).replace(
      /^\//,
      '',
    )
    const category = view.categories.findIndex(({ name }) => name.toLowerCase() === typed)
    const catalogue = createCatalogue(ctx.features)
    const found = findCommand(catalogue, word.split(/\s+/u))
    const root = catalogue.slash.roots.find(({ name }) => name === word)
    const below = view.categories
      .flatMap(({ entries }) => entries)
      .filter(({ definition: { slash } }) => slash && slash.root.name === root?.name)
    if (root && below.length > 0 && (ctx.source === 'slash' || !catalogue.find(word))) {
      const embed = rootEmbed(view, root.name, root.description, below)
      return ctx.reply({ embeds: [embed] }, { ephemeral: true })
    }
    if (!found && category >= 0) return ctx.reply(helpMessage({ ...view, category }), { ephemeral: true })
    const ofServer = view.ofServer.find(({ name }) => name === word)
    if (!found && ofServer)
      return ctx.reply({ embeds: [serverCommandEmbed(ctx.prefix, ofServer)] }, { ephemeral: true })
    if (!found) {
      const usable = view.categories.flatMap(({ entries }) => entries)
      const known = [
        ...view.ofServer.map(({ name }) => ({ shown: `${ctx.prefix}${name}`, words: [name] })),
        ...usable.map(one => ({
          shown: nameOf(view, one),
          words: [one.name, ...(one.definition.aliases ?? [])],
        })),
      ]
      const within = word.split(/\s+/u).flatMap(one => known.find(({ words }) => words.includes(one)) ?? [])
      const near = within.length > 0 ? within : nearest(word, known, ({ words }) => words)
      const names = [...new Set(near.map(({ shown }) => `\`${shown}\``))]
      const hint =
        names.length > 0
          ? `Did you mean ${listed(names, 'or')}?`
          : `Type \`${as === 'slash' ? '/' : ctx.prefix}help\` for a list.`
      throw new UserError('general.unknown-command', `There is no command “${safeEcho(asked)}”. ${hint}`)
    }
    return ctx.reply({ embeds: [explained(ctx, found)] }, { ephemeral: true })
  },
})

async function show(
  ctx: ComponentContext<typeof general>,
  { category, page, as }: { category: number; page: number; as: HelpView['as'] },
): Promise<void> {
  const { channel } = ctx.interaction
  if (!channel) return
  const view = await viewFor(ctx, { member: ctx.member, channel }, { prefix: ctx.own.prefix, as })
  await ctx.answer(helpMessage({ ...view, category, page }))
}

/** Shared by both controls of the list, which change it for the member who asked for it. */
const ofTheList = { pressedBy: 'caller', needs: [], ack: 'update' } as const

const calledAs = z.enum(['prefix', 'slash']).default('prefix')

export const helpMenu = component(general, 'helpMenu', {
  ...ofTheList,
  kind: 'select',
  data: z.object({ as: calledAs }),
  run: (ctx, { as }) => show(ctx, { category: Number(ctx.interaction.values[0]), page: 0, as }),
})

export const helpPage = component(general, 'helpPage', {
  ...ofTheList,
  kind: 'button',
  data: z.object({ category: z.coerce.number(), page: z.coerce.number(), as: calledAs }),
  run: show,
})
