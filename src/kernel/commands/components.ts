import {
  type Interaction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js'
import { moduleOff } from './run.ts'
import { prefixOf } from './prefix.ts'
import { guildContext } from '../context.ts'
import { readCustomId } from './custom-id.ts'
import { explain } from '#kit/discord-errors.ts'
import { newReference } from '#kit/errors.ts'
import { switchedOn } from '../events.ts'
import type { Services } from '../feature.ts'
import { failure } from '#kit/notices.ts'

type Press = Extract<Interaction, MessageComponentInteraction | ModalSubmitInteraction>

const outdated = 'This control is from an older version of me and no longer works. Please start again.'

async function refuse(press: Press, sentence: string): Promise<void> {
  const answer = { ...failure(sentence), flags: MessageFlags.Ephemeral } as const
  await (press.replied || press.deferred ? press.followUp(answer) : press.reply(answer))
}

/** Runs the component that a custom id names. All it needs is in the id, so it works after a restart too. */
async function route(services: Services, press: Press): Promise<void> {
  if (!press.inCachedGuild() || !press.guild.available) return refuse(press, 'I cannot see this server right now.')
  const route = readCustomId(press.customId)
  const feature = services.features.find(({ contract }) => contract.name === route?.feature)
  const components = new Map(Object.entries(feature?.parts.components ?? {}))
  const component = components.get(route?.component ?? '')
  const data = route && component && component.data.safeParse(route.read(component.data))
  if (!feature || !data?.success) return refuse(press, outdated)
  if (!component?.always && !switchedOn(services, feature, press.guildId)) {
    const { title, name } = feature.contract
    return refuse(press, moduleOff(title, prefixOf(services, press.guildId), name))
  }
  const ctx = { ...guildContext(services, feature.contract, press.guild), interaction: press, member: press.member }
  await component?.run(ctx, data.data)
}

/**
 * Answers a press of a button, a choice in a menu, or a submitted modal. Never throws: a person's mistake is told to
 * them alone, ours with a reference that is in the log.
 */
export async function answerPress(services: Services, press: Press): Promise<void> {
  try {
    await route(services, press)
  } catch (error) {
    const told = explain(error)
    const reference = newReference()
    const facts = { customId: press.customId, guildId: press.guildId }
    if (!told) services.log.error({ err: error, reference, ...facts }, 'component failed')
    const crash = `Something went wrong. Please tell whoever runs this bot the reference ${reference}.`
    try {
      await refuse(press, told?.message ?? crash)
    } catch (err) {
      services.log.warn({ err, ...facts }, 'answer could not be delivered')
    }
  }
}

/** Whether somebody pressed or chose something, or sent a dialog. */
export const isPress = (interaction: Interaction): interaction is Press =>
  interaction.isMessageComponent() || interaction.isModalSubmit()
