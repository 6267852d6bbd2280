import { UserError } from '#kit/errors.ts'
import { type CommandGroup, command, option, type TypingContext } from '#kernel/feature.ts'
import { colours, success } from '#kit/notices.ts'
import { cut } from '#kit/template.ts'
import general, { longestPrefix, prefixProblem } from './contract.ts'
import { switchedOn } from '#kernel/events/events.ts'
import { demandSwitchRight, insufficient } from '#kernel/rights/rights.ts'
import { findModule, modulesOf, switchModule } from './modules.ts'
import { settingsLines } from './settings-lines.ts'

const here = command<typeof general>()

export const setprefix = here({
  description: 'Changes the prefix of my commands in this server',
  needs: ['ManageGuild'],
  options: {
    prefix: option.text(`the new prefix, at most ${longestPrefix.command} characters`, {
      max: longestPrefix.command,
      keywords: [],
      instead: `\`{prefix}setprefix ${general.settings.parse({}).prefix}\` sets the usual one.`,
    }),
  },
  examples: ['!', '?'],
  run(ctx, { prefix }) {
    const problem = prefixProblem(prefix)
    if (problem) throw new UserError('general.prefix', problem)
    ctx.save({ prefix }, { userId: ctx.member.id, via: 'command' })
    return ctx.reply(success(`My prefix in this server is now \`${prefix}\`. A mention of me always works too.`), {
      ephemeral: true,
    })
  },
})

/** The typed command that shows or changes the prefix. */
export const prefix: CommandGroup<typeof general> = {
  description: 'Shows or changes the prefix of my commands in this server',
  slash: false,
  subcommands: {
    show: here({
      description: 'Shows the prefix of my commands in this server',
      run: ({ reply, own }) =>
        reply({
          embeds: [
            {
              color: colours.brand,
              description: `My prefix here is \`${own.prefix}\`. A mention of me always works too.`,
            },
          ],
        }),
    }),
    set: setprefix,
  },
  bare: 'show',
  otherwise: 'set',
}

/** Offers the modules whose name or title contains what was typed. */
const moduleNames = ({ features }: TypingContext<typeof general>, typed: string) =>
  features
    .map(({ contract: { name, title } }) => ({ name: title, value: name }))
    .filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed.toLowerCase()))

const list = here({
  description: 'Lists my modules and whether they are on',
  run(ctx) {
    const modules = modulesOf(ctx, ctx.guild.id)
    const line = ({ name, title, enabled, switchable }: (typeof modules)[number]) =>
      `${enabled ? '🟢' : '⚪'} **${title}** \`${name}\`${switchable ? '' : ' (always on)'}`
    const footer = { text: `${ctx.written('config <module> on|off')} switches one` }
    return ctx.reply(
      { embeds: [{ color: colours.brand, title: 'Modules', description: modules.map(line).join('\n'), footer }] },
      { ephemeral: true },
    )
  },
})

const set = here({
  description: 'Switches a module on or off',
  options: {
    module: option.text("the module's name", { max: 50 }),
    state: option.choice('on or off', ['on', 'off']),
  },
  autocomplete: { module: moduleNames },
  async run(ctx, { module, state }) {
    const feature = findModule(ctx.features, module)
    const { offCommand } = feature.parts
    if (state === 'off' && offCommand !== undefined && switchedOn(ctx, feature, ctx.guild.id)) {
      demandSwitchRight(ctx, ctx.member, feature)
      throw new UserError(
        'general.asks',
        `Type \`${ctx.written(offCommand)}\`: it asks before it switches anything off.`,
      )
    }
    const { title } = await switchModule(ctx, ctx.member, module, state === 'on', {
      via: 'command',
      place: ctx.calledAs,
    })
    return ctx.reply(success(`${title}: now ${state}.`), { ephemeral: true })
  },
})

const show = here({
  description: "Shows a module's settings",
  options: { module: option.text("the module's name", { max: 50 }) },
  autocomplete: { module: moduleNames },
  examples: ['general'],
  run(ctx, { module }) {
    const { contract } = findModule(ctx.features, module)
    if (!ctx.access.has(ctx.member, 'view', contract.name)) throw insufficient(ctx, 'view', contract.name)
    const lines = settingsLines(ctx.guild, contract, ctx.settings.read(ctx.guild.id, contract))
    const description = cut(lines.join('\n'), 4000) || 'This module has no settings.'
    return ctx.reply({ embeds: [{ color: colours.brand, title: contract.title, description }] }, { ephemeral: true })
  },
})

export const config: CommandGroup<typeof general> = {
  description: 'Shows and switches my modules in this server',
  aliases: ['modules', 'settings'],
  relatedWords: ['enable', 'disable', 'module'],
  needs: ['ManageGuild'],
  openToManagers: true,
  subcommands: { list, set, show },
  bare: 'list',
  otherwise: 'set',
}
