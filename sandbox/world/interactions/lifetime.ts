import type { InteractionResponseType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { DiscordError, unknown } from '../errors.ts'
import type { InteractionState } from '../state.ts'

/**
 * How long an interaction's token stays valid (ms). Source: Discord's documentation, "Receiving and Responding": 15
 * minutes. The three seconds for the first answer are a condition.
 */
const tokenMs = 15 * 60_000

export type Opening = Pick<
  InteractionState,
  'applicationId' | 'type' | 'userId' | 'guildId' | 'channelId' | 'nonce' | 'messageId' | 'commandName'
> &
  Partial<Pick<InteractionState, 'openedBy'>>

/** Stores a new interaction. It expires when nobody answers; its token expires in any case. */
export function openInteraction(sandbox: Sandbox, opening: Opening): InteractionState {
  const id = sandbox.nextId()
  const interaction: InteractionState = {
    id,
    token: secret(sandbox, id),
    createdAt: sandbox.now(),
    callbackType: undefined,
    responseId: undefined,
    modal: undefined,
    openedBy: undefined,
    followUpIds: new Set(),
    ...opening,
  }
  sandbox.world.interactions.set(id, interaction)
  sandbox.later(sandbox.conditions.interactionAnswerMs, () => {
    if (interaction.callbackType !== undefined) return
    sandbox.world.interactions.delete(id)
    tellUser(sandbox, interaction, 'INTERACTION_FAILURE', { reason_code: 2 })
  })
  sandbox.later(tokenMs, () => sandbox.world.interactions.delete(id))
  return interaction
}

/**
 * Marks the first answer.
 * @throws DiscordError 10062 for one that is unknown or too late, 40060 for a second answer
 */
export function acknowledge(
  sandbox: Sandbox,
  id: string,
  token: string,
  type: InteractionResponseType,
): InteractionState {
  const interaction = sandbox.world.interactions.get(id)
  if (!interaction || interaction.token !== token) throw unknown.interaction()
  if (interaction.callbackType !== undefined)
    throw new DiscordError(400, 40_060, 'Interaction has already been acknowledged.')
  interaction.callbackType = type
  return interaction
}

/**
 * The interaction behind a token, for follow-ups.
 * @throws DiscordError 10015 before the first answer, 50027 for a token that is wrong or has expired
 */
export function interactionOfToken(sandbox: Sandbox, applicationId: string, token: string): InteractionState {
  for (const interaction of sandbox.world.interactions.values()) {
    if (interaction.applicationId !== applicationId || interaction.token !== token) continue
    if (interaction.callbackType === undefined) throw unknown.webhook()
    return interaction
  }
  throw new DiscordError(401, 50_027, 'Invalid Webhook Token')
}

/** Tells the person who started the interaction its outcome. */
export function tellUser(
  sandbox: Sandbox,
  interaction: InteractionState,
  type: 'INTERACTION_SUCCESS' | 'INTERACTION_FAILURE' | 'INTERACTION_MODAL_CREATE',
  data: Record<string, unknown> = {},
): void {
  const { id, nonce, userId } = interaction
  sandbox.emit({ type, data: { id, nonce: nonce ?? null, ...data }, audience: { userIds: [userId] } })
}

function secret(sandbox: Sandbox, id: string): string {
  const digits = Array.from({ length: 64 }, () => Math.floor(sandbox.random() * 36).toString(36)).join('')
  return Buffer.from(`interaction:${id}:${digits}`).toString('base64url')
}
