import { type APIMessage, type ChannelType, ComponentType, InteractionType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { type FieldProblem, invalidForm, unknown } from '../errors.ts'
import { channelOf } from '../lookup.ts'
import { type ComponentNode, walk } from '../messages/component-tree.ts'
import { messagePayload } from '../messages/payload.ts'
import type { InteractionState } from '../state.ts'
import { openInteraction } from './lifetime.ts'
import { deliver } from './payload.ts'
import { createResolver, type Resolver } from './resolve.ts'
import type { InvocationContext } from './use-command.ts'

interface ComponentInput {
  custom_id: string
  values?: string[] | undefined
}

/**
 * Presses a button or picks from a select, as a person's client does.
 * @throws DiscordError 10008 for a message this person does not see, 50035 for a component that is not on it, is
 * disabled, or does not offer the values
 */
export function useComponent(
  sandbox: Sandbox,
  situation: InvocationContext,
  messageId: string,
  input: ComponentInput,
): InteractionState {
  const message = visibleMessage(sandbox, situation.userId, situation.channelId, messageId)
  if (message.application_id !== situation.applicationId && !isOwnMessage(sandbox, situation.applicationId, message))
    throw invalidForm([notThere])
  const placed = [...walk((message.components ?? []) as unknown as ComponentNode[])]
  const component = placed.find(one => one.component.custom_id === input.custom_id)?.component
  if (!component || component['disabled'] === true) throw invalidForm([notThere])

  const resolver = createResolver(sandbox, situation)
  const values = component.type === ComponentType.Button ? undefined : (input.values ?? [])
  const problem = values && valuesProblem(component, values, resolver)
  if (problem) throw invalidForm([problem])
  const interaction = openInteraction(sandbox, {
    ...situation,
    type: InteractionType.MessageComponent,
    messageId,
    commandName: undefined,
  })
  const resolved = resolver.result()
  const data = {
    custom_id: input.custom_id,
    component_type: component.type,
    id: component.id,
    ...(values && { values }),
    ...(resolved && { resolved }),
  }
  deliver(sandbox, interaction, data, messagePayload(sandbox, message, situation.userId))
  return interaction
}

const notThere: FieldProblem = {
  path: 'data.custom_id',
  code: 'COMPONENT_VALIDATION_FAILED',
  message: 'Component validation failed',
}

/** A message of the channel, or one that only this person sees. @throws DiscordError 10008 */
export function visibleMessage(sandbox: Sandbox, userId: string, channelId: string, messageId: string): APIMessage {
  const ephemeral = sandbox.world.ephemerals.get(messageId)
  if (ephemeral?.userId === userId && ephemeral.message.channel_id === channelId) return ephemeral.message
  const message = channelOf(sandbox.world, channelId).messages.get(messageId)
  if (!message) throw unknown.message()
  return message
}

const isOwnMessage = (sandbox: Sandbox, applicationId: string, message: APIMessage) =>
  sandbox.world.applications.get(applicationId)?.botUserId === message.author.id

/** Why a select cannot have these values. The same rules apply in modals. */
export function valuesProblem(
  component: ComponentNode,
  values: readonly string[],
  resolver: Resolver,
  path = 'data.values',
): FieldProblem | undefined {
  const min = Number(component['min_values'] ?? 1)
  const max = Number(component['max_values'] ?? 1)
  const isDistinct = new Set(values).size === values.length
  const isKnown = values.every(value => offers(component, value, resolver))
  if (isDistinct && isKnown && values.length >= min && values.length <= max) return undefined
  return { path, code: 'COMPONENT_VALIDATION_FAILED', message: 'Component validation failed' }
}

function offers(component: ComponentNode, value: string, resolver: Resolver): boolean {
  switch (component.type) {
    case ComponentType.UserSelect:
      return resolver.user(value)
    case ComponentType.RoleSelect:
      return resolver.role(value)
    case ComponentType.MentionableSelect:
      return resolver.role(value) || resolver.user(value)
    case ComponentType.ChannelSelect:
      return resolver.channel(value, component['channel_types'] as ChannelType[] | undefined)
    default: {
      const options = component['options']
      return Array.isArray(options) && options.some((option: { value?: unknown }) => option.value === value)
    }
  }
}
