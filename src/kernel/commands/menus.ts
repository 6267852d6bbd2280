import {
  MessageFlags,
  type MessageContextMenuCommandInteraction,
  type UserContextMenuCommandInteraction,
} from 'discord.js'
import type { Command, ContextMenu, Services } from '../feature.ts'
import { answerInteraction } from './answer.ts'
import type { Catalogue } from './catalogue.ts'
import type { Cooldowns } from './cooldowns.ts'
import { placeOf } from './interaction-place.ts'
import { prefixOf } from './prefix.ts'
import { runCommand } from './run.ts'
import { commandWriter } from './command-writer.ts'

type Chosen = UserContextMenuCommandInteraction | MessageContextMenuCommandInteraction
type ChosenHere = UserContextMenuCommandInteraction<'cached'> | MessageContextMenuCommandInteraction<'cached'>

/** A menu entry as a command without options, so that the same rules apply to it. */
function asCommand(menu: ContextMenu, interaction: ChosenHere): Command {
  const { title: description, needs = [], botNeeds = [], cooldown = 0, always = false } = menu
  return {
    description,
    needs,
    botNeeds,
    cooldown,
    always,
    run: ctx => {
      if (menu.on === 'user' && interaction.isUserContextMenuCommand()) return menu.run(ctx, interaction.targetUser)
      if (menu.on === 'message' && interaction.isMessageContextMenuCommand())
        return menu.run(ctx, interaction.targetMessage)
      throw new Error(`${description} is not for what it was chosen on`)
    },
  }
}

const unknown = 'I no longer have that. It will disappear from the menu soon.'

/** Runs a context menu entry of a user or message; answers are ephemeral unless they say otherwise. */
export function createMenus(services: Services, catalogue: Catalogue, cooldowns: Cooldowns) {
  return async (interaction: Chosen): Promise<unknown> => {
    const place = await placeOf(interaction)
    const on = interaction.isUserContextMenuCommand() ? 'user' : 'message'
    const found = catalogue.menus.find(({ menu }) => menu.on === on && menu.title === interaction.commandName)
    if (typeof place === 'string' || !found || !interaction.inCachedGuild())
      return interaction.reply({
        content: typeof place === 'string' ? place : unknown,
        flags: MessageFlags.Ephemeral,
      })
    const answer = answerInteraction(interaction, true)
    const command = asCommand(found.menu, interaction)
    const { title } = found.menu
    const prefix = prefixOf(services, interaction.guildId)
    await runCommand(services, cooldowns, {
      ...place,
      source: 'menu',
      callId: interaction.id,
      entry: { feature: found.feature, name: title, definition: command },
      command,
      path: title,
      written: { start: '', path: title },
      prefix,
      inWriting: commandWriter(catalogue, { source: 'menu', prefix }),
      locale: interaction.locale,
      answer,
      args: () => Promise.resolve({}),
    })
    answer.end()
    return undefined
  }
}
