import { createCatalogue } from '#kernel/commands/catalogue.ts'
import { usageEmbed } from '#kernel/commands/usage.ts'
import { UserError } from '#kit/errors.ts'
import { switchedOn } from '#kernel/events.ts'
import { type ComponentContext, type Services, command, component, option } from '#kernel/feature.ts'
import { repeated } from '#kit/template.ts'
import { byCategory, isForOperators } from './command-list.ts'
import type general from './contract.ts'
import { type HelpView, helpMessage, menuData, pageData } from './help-menu.ts'

/** What works in this server; commands for operators are shown to them alone. */
function viewFor(services: Services, guildId: string, caller: string, prefix: string): HelpView {
  const isOperator = services.config.ownerIds.includes(caller)
  const shown = createCatalogue(services.features).entries.filter(
    entry =>
      (isOperator || !isForOperators(entry)) &&
      (entry.definition.always || switchedOn(services, entry.feature, guildId)),
  )
  const categories = byCategory(shown)
  return {
    caller,
    prefix,
    productName: services.config.productName,
    avatar: services.client.user.displayAvatarURL(),
    categories: [...categories].map(([name, entries]) => ({ name, entries })),
  }
}

export const help = command<typeof general>()({
  description: 'Shows what I can do, or how to use one command',
  options: { command: option.rest('the command to explain, or a category', { optional: true, max: 60 }) },
  examples: ['', 'setprefix'],
  run(ctx, { command: asked }) {
    const view = viewFor(ctx, ctx.guild.id, ctx.member.id, ctx.prefix)
    if (asked === undefined) return ctx.reply(helpMessage(view), { ephemeral: true })
    const typed = asked.toLowerCase()
    const word = (typed.startsWith(ctx.prefix.toLowerCase()) ? typed.slice(ctx.prefix.length) : typed).replace(
      /^\//,
      '',
    )
    const category = view.categories.findIndex(({ name }) => name.toLowerCase() === typed)
    const entry = createCatalogue(ctx.features).find(word.split(/\s+/u)[0] ?? '')
    if (!entry && category >= 0) return ctx.reply(helpMessage({ ...view, category }), { ephemeral: true })
    if (!entry)
      throw new UserError(
        'general.unknown-command',
        `There is no command “${repeated(asked)}”. Type \`${ctx.prefix}help\` for a list.`,
      )
    const start = ctx.source === 'slash' ? '/' : ctx.prefix
    return ctx.reply({ embeds: [usageEmbed(start, entry.name, entry.definition)] }, { ephemeral: true })
  },
})

async function show(
  ctx: ComponentContext<typeof general>,
  caller: string,
  category: number,
  page: number,
): Promise<void> {
  const { interaction } = ctx
  if (interaction.user.id !== caller)
    throw new UserError(
      'general.not-yours',
      `These controls belong to somebody else. Type \`${ctx.own.prefix}help\` for your own.`,
    )
  if (!interaction.isMessageComponent()) return
  await interaction.update(helpMessage({ ...viewFor(ctx, ctx.guild.id, caller, ctx.own.prefix), category, page }))
}

export const helpMenu = component<typeof general>()({
  data: menuData,
  run(ctx, { caller }) {
    const { interaction } = ctx
    const chosen = interaction.isStringSelectMenu() ? Number(interaction.values[0]) : 0
    return show(ctx, caller, chosen, 0)
  },
})

export const helpPage = component<typeof general>()({
  data: pageData,
  run: (ctx, { caller, category, page }) => show(ctx, caller, category, page),
})
