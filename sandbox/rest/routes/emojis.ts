import { createEmoji, emojis } from '../../world/expressions/emojis.ts'
import { expressionRoutes } from '../expression-routes.ts'
import { actorOf } from '../request.ts'
import { routes } from '../route.ts'

export default routes(
  expressionRoutes(emojis, {
    all: '/guilds/:guild_id/emojis',
    id: 'emoji_id',
    create: (request, guildId) => createEmoji(request.sandbox, actorOf(request), guildId, request.body),
  }),
)
