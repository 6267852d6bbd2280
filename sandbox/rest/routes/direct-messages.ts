import { directMessagesOf, openDirectMessages, shownDirectMessages } from '../../world/direct-messages.ts'
import { json, routes } from '../route.ts'

export default routes([
  {
    method: 'POST',
    path: '/users/@me/channels',
    callers: 'signed-in',
    handle: ({ sandbox, actorId, body }) =>
      json(shownDirectMessages(openDirectMessages(sandbox, actorId, body), actorId)),
  },
  {
    // Clients list theirs; bots get an empty list from Discord.
    method: 'GET',
    path: '/users/@me/channels',
    callers: 'signed-in',
    handle: ({ sandbox, actorId, caller }) =>
      json(
        caller.kind === 'bot'
          ? []
          : directMessagesOf(sandbox, actorId).map(state => shownDirectMessages(state, actorId)),
      ),
  },
])
