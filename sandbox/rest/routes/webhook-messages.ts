import type { APIMessage } from 'discord-api-types/v10'
import { interactionOfToken } from '../../world/interactions/lifetime.ts'
import { deleteResponse, editResponse, followUp, ownMessage } from '../../world/interactions/responses.ts'
import { unknown } from '../../world/errors.ts'
import { messagePayload } from '../../world/messages/payload.ts'
import type { InteractionState } from '../../world/state.ts'
import {
  deleteWebhookMessage,
  editWebhookMessage,
  executeWebhook,
  webhookMessage,
} from '../../world/webhooks/execute.ts'
import { type StoredHook, webhookOfToken } from '../../world/webhooks/registry.ts'
import { isOn, param } from '../request.ts'
import { json, type RestAnswer, type RestRequest, routes } from '../route.ts'

/**
 * The same path serves two purposes: a webhook's id with its token, or an application's id with the token of an
 * interaction.
 */
type Speaker = { kind: 'interaction'; interaction: InteractionState } | { kind: 'webhook'; hook: StoredHook }

function speakerIn(request: RestRequest): Speaker {
  const { sandbox } = request
  const id = param(request, 'webhook_id')
  const token = param(request, 'webhook_token')
  if (sandbox.world.applications.has(id))
    return { kind: 'interaction', interaction: interactionOfToken(sandbox, id, token) }
  return { kind: 'webhook', hook: webhookOfToken(sandbox, id, token) }
}

/** '@original' is the first answer to an interaction. @throws DiscordError 10008 */
function messageIdIn(request: RestRequest, interaction: InteractionState): string {
  const named = param(request, 'message_id')
  if (named !== '' && named !== '@original') return named
  if (interaction.responseId === undefined) throw unknown.message()
  return interaction.responseId
}

const shown = ({ sandbox }: RestRequest, message: APIMessage): RestAnswer =>
  json(messagePayload(sandbox, message, message.author.id))

const threadIn = ({ query }: RestRequest) => query['thread_id']

function get(request: RestRequest): RestAnswer {
  const speaker = speakerIn(request)
  const { sandbox } = request
  if (speaker.kind === 'webhook')
    return shown(request, webhookMessage(sandbox, speaker.hook, param(request, 'message_id'), threadIn(request)))
  const { interaction } = speaker
  return shown(request, ownMessage(sandbox, interaction, messageIdIn(request, interaction)))
}

function patch(request: RestRequest): RestAnswer {
  const speaker = speakerIn(request)
  const { sandbox, body, files } = request
  if (speaker.kind === 'webhook') {
    const message = webhookMessage(sandbox, speaker.hook, param(request, 'message_id'), threadIn(request))
    return shown(request, editWebhookMessage(sandbox, speaker.hook, message, body, files))
  }
  const { interaction } = speaker
  return shown(request, editResponse(sandbox, interaction, messageIdIn(request, interaction), body, files))
}

function remove(request: RestRequest): RestAnswer {
  const speaker = speakerIn(request)
  const { sandbox } = request
  if (speaker.kind === 'webhook') {
    const message = webhookMessage(sandbox, speaker.hook, param(request, 'message_id'), threadIn(request))
    deleteWebhookMessage(sandbox, speaker.hook, message)
  } else {
    deleteResponse(sandbox, speaker.interaction, messageIdIn(request, speaker.interaction))
  }
  return undefined
}

function post(request: RestRequest): RestAnswer {
  const speaker = speakerIn(request)
  const { sandbox, body, files } = request
  const isAwaited = isOn(request, 'wait')
  // An interaction's follow-up is always answered with its message.
  if (speaker.kind === 'interaction') return shown(request, followUp(sandbox, speaker.interaction, body, files))
  const message = executeWebhook(sandbox, speaker.hook, body, files, {
    threadId: threadIn(request),
    withComponents: isOn(request, 'with_components'),
  })
  return isAwaited ? shown(request, message) : undefined
}

const base = '/webhooks/:webhook_id/:webhook_token'
const places = [`${base}/messages/@original`, `${base}/messages/:message_id`]

export default routes([
  { method: 'POST', path: base, callers: 'any', handle: post },
  ...places.flatMap(path => [
    { method: 'GET' as const, path, callers: 'any' as const, handle: get },
    { method: 'PATCH' as const, path, callers: 'any' as const, handle: patch },
    { method: 'DELETE' as const, path, callers: 'any' as const, handle: remove },
  ]),
])
