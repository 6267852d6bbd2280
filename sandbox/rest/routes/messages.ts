import { parseForm } from '../../world/form.ts'
import { crosspost } from '../../world/messages/crosspost.ts'
import { editMessage } from '../../world/messages/edit.ts'
import type { EditInput, MessageInput } from '../../world/messages/form.ts'
import { getMessage, listMessages, pageForm } from '../../world/messages/list.ts'
import { messagePayload } from '../../world/messages/payload.ts'
import { bulkDelete, deleteMessage } from '../../world/messages/remove.ts'
import { sendMessage } from '../../world/messages/send.ts'
import { nonceOf } from '../../world/messages/store.ts'
import { startTyping } from '../../world/messages/typing.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const list = '/channels/:channel_id/messages'
const one = `${list}/:message_id`

const channelIn = (request: RestRequest) => param(request, 'channel_id')
const messageIn = (request: RestRequest) => param(request, 'message_id')

export default routes([
  {
    method: 'GET',
    path: list,
    callers: 'signed-in',
    handle: request => {
      const page = parseForm(pageForm, request.query)
      return json(listMessages(request.sandbox, request.actorId, channelIn(request), page))
    },
  },
  {
    method: 'POST',
    path: list,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, files } = request
      // Parsed inside: the function takes what anyone may send.
      const message = sendMessage(sandbox, actorId, channelIn(request), request.body as MessageInput, files)
      return json({ ...messagePayload(sandbox, message, actorId), ...nonceOf(message) })
    },
  },
  {
    method: 'GET',
    path: one,
    callers: 'signed-in',
    handle: request => {
      return json(getMessage(request.sandbox, request.actorId, channelIn(request), messageIn(request)))
    },
  },
  {
    method: 'PATCH',
    path: one,
    callers: 'signed-in',
    handle: request => {
      const { sandbox, actorId, files } = request
      const message = editMessage(
        sandbox,
        actorId,
        channelIn(request),
        messageIn(request),
        request.body as EditInput,
        files,
      )
      return json(messagePayload(sandbox, message, actorId))
    },
  },
  {
    method: 'DELETE',
    path: one,
    callers: 'signed-in',
    handle: request => {
      deleteMessage(request.sandbox, actorOf(request), channelIn(request), messageIn(request))
      return undefined
    },
  },
  {
    method: 'POST',
    path: `${list}/bulk-delete`,
    callers: 'bot',
    handle: request => {
      bulkDelete(request.sandbox, actorOf(request), channelIn(request), request.body)
      return undefined
    },
  },
  {
    method: 'POST',
    path: `${one}/crosspost`,
    callers: 'signed-in',
    handle: request => {
      const message = crosspost(request.sandbox, request.actorId, channelIn(request), messageIn(request))
      return json(messagePayload(request.sandbox, message, request.actorId))
    },
  },
  {
    method: 'POST',
    path: '/channels/:channel_id/typing',
    callers: 'signed-in',
    handle: request => {
      startTyping(request.sandbox, request.actorId, channelIn(request))
      return undefined
    },
  },
])
