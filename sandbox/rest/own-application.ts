import { DiscordError } from '../world/errors.ts'
import type { Application } from '../world/state.ts'
import type { RestRequest } from './route.ts'

/**
 * The application that the bot's token belongs to, which the path may name. @throws DiscordError 10002; 20012 for
 * another application
 */
export function ownApplication({ sandbox, caller, params }: RestRequest): Application {
  const found = caller.kind === 'bot' ? sandbox.world.applications.get(caller.applicationId) : undefined
  if (!found) throw new DiscordError(404, 10_002, 'Unknown Application')
  if ((params['application_id'] ?? found.id) !== found.id)
    throw new DiscordError(403, 20_012, 'You are not authorized to perform this action on this application')
  return found
}
