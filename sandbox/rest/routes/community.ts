import { onboardingOf, saveOnboarding } from '../../world/community/onboarding.ts'
import { saveServerGuide, serverGuideOf } from '../../world/community/server-guide.ts'
import { editWelcomeScreen, welcomeScreenOf } from '../../world/community/welcome-screen.ts'
import { actorOf, param } from '../request.ts'
import { json, type RestRequest, routes } from '../route.ts'

const guildIn = (request: RestRequest) => param(request, 'guild_id')

/** What newcomers see. */
export default routes([
  {
    method: 'GET',
    path: '/guilds/:guild_id/onboarding',
    callers: 'signed-in',
    handle: request => json(onboardingOf(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'PUT',
    path: '/guilds/:guild_id/onboarding',
    callers: 'signed-in',
    handle: request => json(saveOnboarding(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/welcome-screen',
    callers: 'signed-in',
    handle: request => json(welcomeScreenOf(request.sandbox, request.actorId, guildIn(request))),
  },
  {
    method: 'PATCH',
    path: '/guilds/:guild_id/welcome-screen',
    callers: 'signed-in',
    handle: request => json(editWelcomeScreen(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
  {
    method: 'GET',
    path: '/guilds/:guild_id/new-member-welcome',
    callers: 'signed-in',
    handle: request => {
      const guide = serverGuideOf(request.sandbox, request.actorId, guildIn(request))
      return guide && json(guide)
    },
  },
  {
    // How a person's client saves it. Undocumented, because bots cannot.
    method: 'PUT',
    path: '/guilds/:guild_id/new-member-welcome',
    callers: 'user',
    handle: request => json(saveServerGuide(request.sandbox, actorOf(request), guildIn(request), request.body)),
  },
])
